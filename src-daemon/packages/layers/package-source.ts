import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import type { PackageManager, PackageSource } from '../../egress/index-hosts.ts';
import { AppError } from '../../errors/app-error.ts';
import { readNpmOptions } from '../install/npm-configuration.ts';
import { type Machine, readPipOptions } from '../install/pip-configuration.ts';
import { readCertificates } from './certificates.ts';

export type ReadPackageSource = (manager: PackageManager, settings: Settings['installer']) => Promise<PackageSource>;

const cacheMs = 30_000;

/**
 * Creates the function that determines where packages come from: the settings, and for unset values the configuration of
 * this machine's pip and npm. Local folders among pip's indexes are left out, because a container cannot read them.
 */
export function createPackageSources(machine: Machine, now: () => number): ReadPackageSource {
  let known: { at: number; facts: Promise<MachineFacts> } | undefined;

  return async (manager, settings) => {
    if (known === undefined || now() - known.at > cacheMs) known = { at: now(), facts: readMachine(machine) };
    const facts = await known.facts;
    const { pip, npm } = facts;
    const proxy = proxyAddress(settings.proxy ?? (manager === 'pip' ? pip.proxy : npm.proxy) ?? facts.proxy);
    const noProxy = (manager === 'npm' ? npm.noProxy : undefined) ?? facts.noProxy;
    return {
      ...(manager === 'pip' ? pipIndexes(settings.pipIndexUrl, pip) : npmRegistry(settings.npmRegistry, npm.registry)),
      ...(proxy && { proxy }),
      ...(noProxy && { noProxy }),
      builds: settings.builds,
      certificates: await certificatesOf(manager, settings.caBundlePath, facts),
    };
  };
}

interface MachineFacts {
  pip: Awaited<ReturnType<typeof readPipOptions>>;
  npm: Awaited<ReturnType<typeof readNpmOptions>>;
  proxy: string | undefined;
  noProxy: string | undefined;
  certificatePaths: (string | undefined)[];
}

async function readMachine(machine: Machine): Promise<MachineFacts> {
  const { environment } = machine;
  const [pip, npm] = await Promise.all([readPipOptions(machine), readNpmOptions(machine)]);
  const either = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined;
  return {
    pip,
    npm,
    proxy: either('https_proxy') ?? either('http_proxy'),
    noProxy: either('no_proxy'),
    certificatePaths: [environment.NODE_EXTRA_CA_CERTS, environment.SSL_CERT_FILE],
  };
}

/** Returns the indexes of pip. An index in the settings is the only one. An index with http:// is trusted. */
function pipIndexes(chosen: string | null, pip: MachineFacts['pip']) {
  const indexUrl = chosen === null ? addresses(pip['index-url'])[0] : new URL(chosen).href;
  const extraIndexUrls = chosen === null ? addresses(pip['extra-index-url']) : [];
  const plain = [indexUrl ?? '', ...extraIndexUrls].filter((url) => url.startsWith('http://'));
  const trustedHosts = [...splitAtSpaces(pip['trusted-host']), ...plain.map((url) => new URL(url).host)];
  return { ...(indexUrl && { indexUrl }), extraIndexUrls, trustedHosts };
}

function npmRegistry(chosen: string | null, own: string | undefined) {
  const indexUrl = chosen === null ? addresses(own)[0] : new URL(chosen).href;
  return indexUrl === undefined ? {} : { indexUrl };
}

/** @throws AppError `invalid_request` if the file in the settings contains no certificate */
async function certificatesOf(manager: PackageManager, chosen: string | null, facts: MachineFacts): Promise<string> {
  if (chosen !== null) {
    const certificates = await readCertificates(chosen);
    if (certificates !== undefined) return certificates;
    throw new AppError(
      'invalid_request',
      'The file in the setting installer.caBundlePath contains no certificate in PEM format.',
    );
  }
  const own = manager === 'pip' ? facts.pip.cert : facts.npm.cafile;
  const found = await Promise.all([own, ...facts.certificatePaths].map((path) => path && readCertificates(path)));
  return found.find(Boolean) || '';
}

/**
 * Returns the address of the proxy. Without a scheme it is http, as in pip and curl.
 * @throws AppError `invalid_request` for another scheme, because the installer would otherwise bypass the proxy
 */
function proxyAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  if (['http:', 'https:'].includes(URL.parse(address)?.protocol ?? '')) return address;
  throw new AppError(
    'invalid_request',
    "The proxy in this machine's configuration is not an http:// or https:// address. Set installer.proxy in the settings.",
  );
}

function addresses(text: string | undefined): string[] {
  return splitAtSpaces(text).filter((part) => /^https?:\/\//.test(part) && URL.canParse(part));
}

function splitAtSpaces(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((part) => part !== '');
}
