/** Kubeconfigs of tests. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface KubeconfigParts {
  cluster: Record<string, unknown>;
  user: Record<string, unknown>;
}

/** Writes a file into a new folder and returns its path. */
export function writeNew(name: string, content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'kube-')), name);
  writeFileSync(path, content, { mode: 0o700 });
  return path;
}

/** Writes a kubeconfig with the context `test` and returns its path. */
export function writeKubeconfig({ cluster, user }: KubeconfigParts): string {
  return writeNew(
    'config',
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'a-cluster', cluster }],
      users: [{ name: 'a-user', user }],
      contexts: [{ name: 'test', context: { cluster: 'a-cluster', user: 'a-user' } }],
    }),
  );
}
