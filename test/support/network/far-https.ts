import { makeCertificate } from './certificate.ts';
import { canMakeFarHost, type FarHost, makeFarHost } from './far-host.ts';
import { startNameServer, type TestNameServer } from './name-server.ts';

/** A host with a name, a certificate and a public address, which programs resolve with a test name server. */
export interface FarHttps {
  url: string;
  /** The certificate of the authority, in PEM. */
  authority: string;
  far: FarHost;
  remove(): Promise<void>;
}

export const farHttpsName = 'far.example';
const network = '198.51.100';
/** Answers each request with `hello` and the name that the client asked for. */
const server = `
require('node:https').createServer({ key: process.env.FAR_KEY, cert: process.env.FAR_CERT }, (request, response) =>
  response.end('hello ' + request.headers.host)).listen(443, '0.0.0.0', () => console.log('up'));`;

/** Starts the name server of suites with such a host. It resolves every name, even if the certificate is not for it. */
export async function startFarNames(): Promise<TestNameServer> {
  return startNameServer(`${network}.2`);
}

/** Returns true if this machine can make such a host. Otherwise prints that the suite is skipped. */
export function canMakeFarHttps(suite: string): boolean {
  const isAble = canMakeFarHost();
  if (!isAble) console.warn(`SKIPPED, only root can make a network to try against: ${suite}`);
  return isAble || process.env.CI === 'true';
}

/** Makes a far host that serves HTTPS. */
export async function makeFarHttps(): Promise<FarHttps> {
  const { key, cert, authority } = makeCertificate(farHttpsName);
  const far = await makeFarHost({ name: 'far1', network, ownAddresses: [], privateAddresses: [] });
  await far.start(server, { FAR_KEY: key, FAR_CERT: cert });
  return { url: `https://${farHttpsName}/`, authority, far, remove: far.remove };
}
