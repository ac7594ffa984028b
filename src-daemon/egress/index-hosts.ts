export type PackageManager = 'pip' | 'npm';

/** The source of packages. Only the installer receives it. */
export interface PackageSource {
  /** The index or registry; by default the ecosystem's public one. */
  indexUrl?: string;
  /** pip's further indexes. */
  extraIndexUrls?: readonly string[];
  /** pip's hosts that need no valid certificate. */
  trustedHosts?: readonly string[];
  /** Begins with `http://` or `https://`; may contain a user name and a password. */
  proxy?: string;
  noProxy?: string;
  /** Certificate authorities in addition to the public ones, in PEM. */
  certificates: string;
  /** True (the default) if packages may run their own code during the installation. */
  builds?: boolean;
}

/** A host and port that an installation may reach. */
export interface IndexHost {
  /** As in `URL.hostname`. */
  host: string;
  port: number;
}

/** The index or registry of an order that names none. */
export const publicIndexes: Readonly<Record<PackageManager, string>> = {
  pip: 'https://pypi.org/simple/',
  npm: 'https://registry.npmjs.org/',
};

/** Hosts of public indexes whose files are on another host. Files of all other indexes must be on the index's own host. */
const fileHosts: Readonly<Record<string, string>> = {
  'pypi.org': 'files.pythonhosted.org',
  'test.pypi.org': 'test-files.pythonhosted.org',
  'download.pytorch.org': 'download-r2.pytorch.org',
};

const httpsPort = 443;

interface IndexUse {
  packageManager: PackageManager;
  source: Pick<PackageSource, 'indexUrl' | 'extraIndexUrls'>;
}

/** Returns the hosts of the index or registry that an order uses and of its further indexes, each at its port. */
export function indexHosts({ packageManager, source }: IndexUse): IndexHost[] {
  const addresses = [source.indexUrl ?? publicIndexes[packageManager], ...(source.extraIndexUrls ?? [])];
  const hosts = addresses.flatMap((address) => {
    const url = URL.parse(address);
    if (url === null) return [];
    const files = fileHosts[url.hostname];
    return [hostOf(url), ...(files === undefined ? [] : [{ host: files, port: httpsPort }])];
  });
  return [...new Map(hosts.map((host) => [hostKey(host), host])).values()];
}

/** Returns the host and port of an http or https address. */
export function hostOf({ hostname, port, protocol }: URL): IndexHost {
  return { host: hostname, port: Number(port) || (protocol === 'https:' ? httpsPort : 80) };
}

/** Returns `host:port`. */
export function hostKey({ host, port }: IndexHost): string {
  return `${host}:${port}`;
}
