import { X509Certificate } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { decodeBase64 } from '../../../../src-shared/formats/base64.ts';
import { isDnsLabel } from '../../../../src-shared-node/kubernetes/kubernetes-names.ts';
import type { Environment } from '../../../../src-shared-node/runtime-dir.ts';
import { fixedToken, noAuthorization, pluginToken, tokenFile } from './authorization.ts';
import { type Authorization, type Cluster, ClusterConfigError, type ClusterTls } from './cluster.ts';
import { type Located, selectContext } from './kubeconfig.ts';
import type { KubeCluster, KubeUser } from './kubeconfig-schema.ts';
import { readSmallFile } from './read-small-file.ts';

/** Where the address of a cluster and the credentials come from. */
export type ClusterSource =
  | { kind: 'kubeconfig'; paths: readonly string[]; context: string; env: Environment }
  | { kind: 'in-cluster'; env: Environment; folder?: string };

const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Reads how to reach a cluster. It opens no connection and starts no plugin yet. A plugin inherits the environment.
 * @param namespace the value of --kube-namespace, which has no default
 * @throws ClusterConfigError
 */
export async function readCluster(source: ClusterSource, namespace: string | undefined): Promise<Cluster> {
  const checked = checkNamespace(namespace);
  const parts = source.kind === 'in-cluster' ? await fromServiceAccount(source) : await fromKubeconfig(source);
  return { ...parts, namespace: checked };
}

type ClusterParts = Omit<Cluster, 'namespace'>;

async function fromKubeconfig({ paths, context, env }: ClusterSource & { kind: 'kubeconfig' }): Promise<ClusterParts> {
  const { cluster, user } = await selectContext(paths, context);
  const { name, value } = cluster;
  const where = `The cluster ${JSON.stringify(name)} of the kubeconfig`;
  if (value['insecure-skip-tls-verify'] === true)
    throw new ClusterConfigError(
      `${where} has insecure-skip-tls-verify. Its server must have a certificate: set certificate-authority-data instead.`,
    );
  if (value['proxy-url'] != null) throw new ClusterConfigError(`${where} has proxy-url, which is not supported.`);
  const server = parseServer(value.server, where);
  const tls = await readTls(cluster, user);
  return { server, tls, authorization: authorizationOf(user, { server, tls, env }) };
}

async function fromServiceAccount({
  env,
  folder = serviceAccountFolder,
}: ClusterSource & { kind: 'in-cluster' }): Promise<ClusterParts> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port)
    throw new ClusterConfigError(
      '--kube-in-cluster works only in a pod: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set.',
    );
  const server = parseServer(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`, 'KUBERNETES_SERVICE_HOST');
  const tls = { ca: await readSmallFile(join(folder, 'ca.crt'), 'The certificate authority') };
  checkTls(tls, `${folder}/ca.crt`);
  return { server, tls, authorization: tokenFile(join(folder, 'token')) };
}

function checkNamespace(namespace: string | undefined): string {
  if (!namespace) throw new ClusterConfigError('No namespace is set. Add --kube-namespace NAME.');
  if (!isDnsLabel(namespace))
    throw new ClusterConfigError(
      '--kube-namespace is not a name of a namespace: at most 63 letters a to z, digits and hyphens.',
    );
  return namespace;
}

/** The address is not shown: it can have a password. */
function parseServer(text: string, where: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new ClusterConfigError(`${where} has a server that is not an address.`);
  if (url.protocol !== 'https:')
    throw new ClusterConfigError(`${where} has a server without TLS. Only https addresses are supported.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ClusterConfigError(`${where} has a server address with a user name, a password or a query.`);
  return url;
}

async function readTls(cluster: Located<KubeCluster>, user: Located<KubeUser>): Promise<ClusterTls> {
  const ca = await readPem(cluster, ['certificate-authority-data', 'certificate-authority']);
  const cert = await readPem(user, ['client-certificate-data', 'client-certificate']);
  const key = await readPem(user, ['client-key-data', 'client-key']);
  const servername = cluster.value['tls-server-name'];
  const where = `The user ${JSON.stringify(user.name)} of the kubeconfig`;
  if ((cert === undefined) !== (key === undefined))
    throw new ClusterConfigError(
      `${where} has a client certificate without its key, or a key without its certificate.`,
    );
  const tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), ...(servername && { servername }) };
  checkTls(tls, where);
  return tls;
}

/** Reads a certificate or key of an entry, from its data in base64 or from its file. */
async function readPem<Field extends string>(
  { folder, value }: Located<{ [field in Field]?: unknown }>,
  [dataField, fileField]: readonly [Field, Field],
): Promise<Buffer | undefined> {
  const { [dataField]: data, [fileField]: file } = value;
  if (typeof data === 'string') {
    // YAML can wrap a long text.
    const bytes = decodeBase64(data.replace(/[\r\n ]/g, ''));
    if (bytes === undefined) throw new ClusterConfigError(`The kubeconfig has a ${dataField} that is not base64.`);
    return Buffer.from(bytes);
  }
  return typeof file === 'string' ? readSmallFile(resolve(folder, file), `The file of ${fileField}`) : undefined;
}

function checkTls({ ca, cert, key }: ClusterTls, where: string): void {
  if (ca !== undefined && !isCertificate(ca))
    throw new ClusterConfigError(`${where}: the certificate authority is not a certificate in PEM.`);
  if (cert === undefined || key === undefined) return;
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ClusterConfigError(`${where} has a client certificate or key that is not valid, or they do not match.`);
  }
}

function isCertificate(pem: Buffer): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

/** A credential that is not supported is refused, because without it the daemon would have other rights. */
function authorizationOf(
  { name, folder, value }: Located<KubeUser>,
  { server, tls, env }: Omit<ClusterParts, 'authorization'> & { env: Environment },
): Authorization {
  const where = `The user ${JSON.stringify(name)} of the kubeconfig`;
  for (const field of ['auth-provider', 'username', 'password', 'as'] as const)
    if (value[field] != null) throw new ClusterConfigError(`${where} has ${field}, which is not supported.`);
  // As client-go does, the token file counts before the token.
  if (value.tokenFile) return tokenFile(resolve(folder, value.tokenFile));
  if (value.token) return fixedToken(value.token, `The token of the user ${JSON.stringify(name)}`);
  if (value.exec) return pluginToken({ plugin: value.exec, folder, env, clusterInfo: clusterInfoOf(server, tls) });
  if (tls.cert === undefined)
    throw new ClusterConfigError(`${where} has no client certificate, token, token file or plugin.`);
  return noAuthorization();
}

/** Returns the fields of `ExecCredential.spec.cluster`. */
function clusterInfoOf(server: URL, { ca, servername }: ClusterTls): object {
  return {
    server: server.href,
    ...(ca && { 'certificate-authority-data': ca.toString('base64') }),
    ...(servername && { 'tls-server-name': servername }),
  };
}
