import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OpenApiDocument } from './client-schemas.ts';

export function readDocumentFile(path: string): OpenApiDocument {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Starts the built daemon with an empty data folder and returns its OpenAPI document. */
export async function readDocumentOfBuild(root: string): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  const flags = ['--port', '0', '--data-dir', join(folder, 'data'), '--key-store', 'file', '--engine', 'embedded'];
  const daemon = spawn(process.execPath, [join(root, 'out/daemon/index.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(daemon, 'close');
  try {
    const { value: line } = await createInterface({ input: daemon.stdout })[Symbol.asyncIterator]().next();
    if (line === undefined) throw new Error('the daemon did not start; see its message above');
    const response = await fetch(`${JSON.parse(line).url}/api/v1/openapi.json`);
    return (await response.json()) as OpenApiDocument;
  } finally {
    daemon.kill();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}
