/** Files of tests: kubeconfigs, and logins at registries. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ApiServer } from './api-server.ts';

interface KubeconfigParts {
  cluster: Record<string, unknown>;
  user: Record<string, unknown>;
}

/**
 * Writes a configuration of Docker with a login, and returns an environment that names its folder.
 * @param password undefined for a configuration without a login
 */
export function environmentOfLogin(host: string, password: string | undefined) {
  const auths = password === undefined ? {} : { [host]: { username: 'user', password } };
  return { ...process.env, DOCKER_CONFIG: dirname(writeNew('config.json', JSON.stringify({ auths }))) };
}

/** Writes a file into a new folder and returns its path. */
export function writeNew(name: string, content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'kube-')), name);
  writeFileSync(path, content, { mode: 0o700 });
  return path;
}

/** Writes the kubeconfig of a fake cluster, with the context `test`, and returns its path. */
export function writeKubeconfigOf({ url, authority, token }: Pick<ApiServer, 'url' | 'authority' | 'token'>): string {
  const data = Buffer.from(authority).toString('base64');
  return writeKubeconfig({ cluster: { server: url, 'certificate-authority-data': data }, user: { token } });
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
