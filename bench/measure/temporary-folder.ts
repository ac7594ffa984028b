import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

export interface TemporaryFolder {
  path: string;
  remove: () => void;
}

/** Makes a temporary folder. What the benchmark does not remove itself is removed when it ends, also by Ctrl+C. */
export function makeTemporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `strongroom-${name}-`));
  const remove = () => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { path, remove };
}
