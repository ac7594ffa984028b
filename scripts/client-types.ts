/**
 * Generates the types of the clients from the OpenAPI document of the daemon that is built from this checkout. With
 * `--document FILE` it reads the document from a file; with `--check` it only compares, and exits with 1 if a file differs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build/build-if-stale.ts';
import type { OpenApiDocument } from './client-types/client-schemas.ts';
import { typescriptErrorStatuses } from './client-types/error-statuses.ts';
import { pythonTypes } from './client-types/python-types.ts';
import { readDocumentFile, readDocumentOfBuild } from './client-types/read-document.ts';
import { typescriptTypes } from './client-types/typescript-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { document: { type: 'string' }, check: { type: 'boolean' } } });

const generated = await generate(values.document ? readDocumentFile(values.document) : await readOwnDocument());
const stale = Object.entries(generated).filter(([path, text]) => readIfPresent(path) !== text);
if (values.check) {
  for (const [path] of stale) process.stderr.write(`${path} differs from the contract: run "npm run types:clients"\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) write(path, text);
}

async function readOwnDocument(): Promise<OpenApiDocument> {
  await buildIfStale(root, (message) => process.stderr.write(`${message}\n`));
  return readDocumentOfBuild(root);
}

/** Returns the text of each generated file. */
async function generate(document: OpenApiDocument): Promise<Record<string, string>> {
  const folder = 'clients/typescript/src/generated';
  return {
    [`${folder}/api.ts`]: format(`${folder}/api.ts`, await typescriptTypes(document)),
    [`${folder}/error-statuses.ts`]: typescriptErrorStatuses(),
    'clients/python/src/strongroom/generated/api.py': pythonTypes(document),
  };
}

/** Formats a text as the file of this path. */
function format(path: string, text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', `--stdin-file-path=${path}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`biome could not format ${path}: ${stderr}`);
  return stdout;
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  process.stderr.write(`wrote ${path}\n`);
}
