import { loadPart } from '../../../client/load-part.ts';

/** Address and hash of the compressed parser; the build writes it (`scripts/build/python-parser-plugin.ts`). */
declare const PYTHON_PARSER: { url: string; integrity: string };

/** The compiled parser of Ruff, which has no code of the user. */
let parser: Promise<WebAssembly.Module> | undefined;

/** Loads Ruff's parser once. A failure is forgotten, so that the next call tries again. */
export function loadPythonParser(): Promise<WebAssembly.Module> {
  parser ??= loadPart(compile).catch((error: unknown) => {
    parser = undefined;
    throw error;
  });
  return parser;
}

async function compile(): Promise<WebAssembly.Module> {
  const { url, integrity } = PYTHON_PARSER;
  const { ok, body } = await fetch(url, { integrity });
  if (!ok || body === null) throw new Error('the parser of Python could not be loaded');
  const bytes = await new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  return WebAssembly.compile(bytes);
}
