/** The settings of a cluster: kubeconfig files, the service account of a pod, and what is refused. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kubeconfigPaths } from '../../../../src-daemon/engine/kubernetes/link/kubeconfig.ts';
import { readCluster } from '../../../../src-daemon/engine/kubernetes/link/read-cluster.ts';
import { writeKubeconfig, writeNew } from '../../../support/kubernetes/cluster-files.ts';
import { makeCertificate } from '../../../support/network/certificate.ts';

const secret = 'secret-of-the-kubeconfig';
const { authority, cert, key } = makeCertificate('client');
/** Wrapped, as some programs write it. */
const base64 = (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{64}/g, '$&\n');
const address = 'https://cluster.example:6443';
const cluster = { server: address, 'certificate-authority-data': base64(authority) };
const user = { token: secret };

function read(path: string, { context = 'test', namespace = 'sandboxes' as string | undefined } = {}) {
  return readCluster({ kind: 'kubeconfig', paths: [path], context, env: {} }, namespace);
}

/** Returns the message of a refusal, which must be for the caller and without a secret. */
async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => new Error('it was not refused'),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ name: 'ClusterConfigError', code: 'engine_unavailable' });
  expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(secret);
  return error.message;
}

describe('a kubeconfig', () => {
  test('gives the server, the authority and the token of a context', async () => {
    const found = await read(writeKubeconfig({ cluster: { ...cluster, 'tls-server-name': 'inner' }, user }));
    expect(found).toMatchObject({ namespace: 'sandboxes', tls: { servername: 'inner' } });
    expect([found.server.href, found.tls.ca?.toString()]).toEqual([`${address}/`, authority]);
    expect(await found.authorization.current()).toBe(`Bearer ${secret}`);
  });

  test('in YAML names files relative to its own folder', async () => {
    const path = writeNew('config', '');
    const files = { 'ca.pem': authority, 'own.pem': cert, 'own.key': key, token: `${secret}\n` };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(dirname(path), name), content);
    writeFileSync(
      path,
      `apiVersion: v1
kind: Config
clusters:
  - name: one
    cluster: { server: ${address}, certificate-authority: ca.pem }
users:
  - name: me
    user: { client-certificate: own.pem, client-key: own.key, tokenFile: token }
contexts:
  - name: test
    context: { cluster: one, user: me, namespace: another }
`,
    );
    const { tls, authorization, namespace } = await read(path);
    expect([tls.ca, tls.cert, tls.key].map(String)).toEqual([authority, cert, key]);
    expect([await authorization.current(), namespace]).toEqual([`Bearer ${secret}`, 'sandboxes']);
  });

  test('with a certificate alone needs no token', async () => {
    const own = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    const { authorization } = await read(writeKubeconfig({ cluster, user: own }));
    expect(await authorization.current()).toBeUndefined();
  });

  test('is joined from several files, of which the first entry of a name counts', async () => {
    const first = writeKubeconfig({ cluster, user });
    const second = writeKubeconfig({ cluster: { server: 'http://other.example' }, user: { token: 'other' } });
    const missing = join(dirname(first), 'missing');
    const paths = kubeconfigPaths({ KUBECONFIG: [missing, first, '', second].join(delimiter) });
    expect(paths).toEqual([missing, first, second]);
    const found = await readCluster({ kind: 'kubeconfig', paths, context: 'test', env: {} }, 'sandboxes');
    expect(found.server.href).toBe(`${address}/`);
  });

  test('is in the home folder by default', () => {
    expect(kubeconfigPaths({})).toEqual([expect.stringMatching(/[/\\]\.kube[/\\]config$/)]);
  });
});

describe('is refused, and the message says what to change:', () => {
  test.each<[string, object, string]>([
    ['a server without TLS', { server: 'http://cluster.example' }, 'Only https addresses are supported'],
    ['no verification', { 'insecure-skip-tls-verify': true }, 'insecure-skip-tls-verify'],
    ['a server that is no address', { server: secret }, 'is not an address'],
    ['a password in the address', { server: `https://me:${secret}@cluster.example` }, 'a password or a query'],
    ['a proxy', { 'proxy-url': `http://${secret}@proxy` }, 'proxy-url'],
    ['an authority that is no certificate', { 'certificate-authority-data': base64(secret) }, 'authority is not a'],
    ['an authority that is not base64', { 'certificate-authority-data': `!${secret}` }, 'that is not base64'],
    [
      'a missing authority',
      { 'certificate-authority-data': null, 'certificate-authority': 'x.pem' },
      'x.pem does not exist',
    ],
    ['a field of a wrong type', { 'tls-server-name': 7 }, 'not valid at "tls-server-name"'],
  ])('%s', async (_name, changes, message) => {
    const path = writeKubeconfig({ cluster: { ...cluster, ...changes }, user });
    expect(await refusalOf(read(path))).toContain(message);
  });

  test.each<[string, object, string]>([
    ['a password', { username: 'me', password: secret }, 'has username'],
    ['another user', { as: 'admin' }, 'has as,'],
    ['an old provider', { 'auth-provider': { name: 'oidc', config: { secret } } }, 'has auth-provider'],
    ['no credential', { token: null }, 'no client certificate, token, token file or plugin'],
    ['a token of two lines', { token: `${secret}\nX-Other: 1` }, 'characters of no token'],
    ['a certificate without its key', { 'client-certificate-data': base64(cert) }, 'without its key'],
    [
      'a key that is not of the certificate',
      { 'client-certificate-data': base64(authority), 'client-key-data': base64(key) },
      'do not match',
    ],
  ])('%s of the user', async (_name, changes, message) => {
    const path = writeKubeconfig({ cluster, user: { ...user, ...changes } });
    expect(await refusalOf(read(path))).toContain(message);
  });

  test('a context that does not exist, with those that do', async () => {
    const message = await refusalOf(read(writeKubeconfig({ cluster, user }), { context: 'other' }));
    expect(message).toBe('The kubeconfig has no context "other". Set --kube-context to one of these: "test".');
  });

  test('a context whose cluster does not exist', async () => {
    const contexts = [{ name: 'test', context: { cluster: 'far', user: 'me' } }];
    expect(await refusalOf(read(writeNew('config', JSON.stringify({ contexts }))))).toContain(
      'names the cluster "far"',
    );
  });

  test.each([undefined, ''])('no namespace (%j)', async (namespace) => {
    const reading = readCluster({ kind: 'kubeconfig', paths: [], context: 'test', env: {} }, namespace);
    expect(await refusalOf(reading)).toContain('--kube-namespace NAME');
  });

  test.each(['Upper', 'a/b', '..', '-a', 'a-', 'a'.repeat(64)])('the namespace %s', async (namespace) => {
    expect(await refusalOf(read(writeKubeconfig({ cluster, user }), { namespace }))).toContain('--kube-namespace');
  });

  test('a kubeconfig over 1 MiB, before it is parsed', async () => {
    const path = writeNew('config', `${'#'.repeat(1 << 20)}\n{ not YAML: ${secret}`);
    expect(await refusalOf(read(path))).toContain(`${path} is larger than 1 MiB`);
  });

  test('one that is not YAML, without the lines around the error', async () => {
    const path = writeNew('config', `kind: Config\nusers:\n  - { token: "${secret}\\q" }\n`);
    expect(await refusalOf(read(path))).toBe(`The kubeconfig ${path} is not valid YAML at line 3.`);
  });

  test('one that is missing, no file, or something else', async () => {
    expect(await refusalOf(read('/nowhere/config'))).toBe('The kubeconfig /nowhere/config does not exist.');
    expect(await refusalOf(read(tmpdir()))).toContain('is not a file');
    expect(await refusalOf(read(writeNew('config', 'clusters: 7')))).toContain('not valid at "clusters"');
  });
});

describe('in a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };

  /** Lays files out as a kubelet does: links into a folder that is replaced. */
  function serviceAccount(): string {
    const folder = mkdtempSync(join(tmpdir(), 'account-'));
    mkdirSync(join(folder, '..data'));
    for (const [name, content] of Object.entries({ 'ca.crt': authority, token: secret })) {
      writeFileSync(join(folder, '..data', name), content);
      symlinkSync(`..data/${name}`, join(folder, name));
    }
    return folder;
  }

  test('the service account is used', async () => {
    const found = await readCluster({ kind: 'in-cluster', env, folder: serviceAccount() }, 'sandboxes');
    expect([found.server.href, found.tls.ca?.toString()]).toEqual(['https://[fd00::1]/', authority]);
    expect(await found.authorization.current()).toBe(`Bearer ${secret}`);
  });

  test('it is refused elsewhere', async () => {
    expect(await refusalOf(readCluster({ kind: 'in-cluster', env: {} }, 'sandboxes'))).toContain('--kube-in-cluster');
    const folder = mkdtempSync(join(tmpdir(), 'empty-'));
    expect(await refusalOf(readCluster({ kind: 'in-cluster', env, folder }, 'sandboxes'))).toContain('ca.crt does not');
  });
});
