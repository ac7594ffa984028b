/** A registry, or a folder of one: what is before the name of an image. */
export interface Registry {
  /** `host[:port]`, as credentials are stored under it. */
  host: string;
  /** `host[:port][/path]` */
  address: string;
}

/** A text that is not a registry. */
export interface NoRegistry {
  /** Says why, as a sentence that follows a colon: "it begins with https://". */
  problem: string;
}

/** The name of an image has at most 255 characters, and names of our images at most 20. */
const longestAddress = 200;
const longestPart = 100;

/**
 * Parses `host[:port][/path]` (distribution/reference, the grammar of names). A host without a dot and a port is refused:
 * Docker takes it for a user of Docker Hub.
 */
export function parseRegistry(text: string): Registry | NoRegistry {
  const [host = '', ...path] = text.split('/');
  const problem = problemOf(text) ?? problemOfHost(host) ?? problemOfPath(path);
  return problem === undefined ? { host, address: text } : { problem };
}

/** Returns why a text is not `host[:port]/path@sha256:digest`, as the end of a sentence; undefined if it is. */
export function problemOfDigestReference(text: string): string | undefined {
  const at = text.indexOf('@');
  if (at === -1) return 'must name an image by its digest (REGISTRY/NAME@sha256:DIGEST): a tag can be moved';
  if (!/^sha256:[0-9a-f]{64}$/.test(text.slice(at + 1)))
    return 'must end with @sha256: and the 64 lower-case hexadecimal digits of a digest';
  const name = text.slice(0, at);
  if (name.lastIndexOf(':') > name.lastIndexOf('/'))
    return 'must have a digest and no tag (REGISTRY/NAME@sha256:DIGEST)';
  const isName = name.includes('/') && !('problem' in parseRegistry(name));
  return isName ? undefined : 'must begin with host[:port]/path, such as registry.example.com/team/strongroom-jvm';
}

function problemOf(text: string): string | undefined {
  if (text.length > longestAddress) return `it has more than ${longestAddress} characters`;
  if (text.includes('://')) return 'it begins with a scheme, such as https://';
  if (text.includes('@')) return 'it has a digest or a user name, which are not part of it';
  return undefined;
}

function problemOfHost(text: string): string | undefined {
  const [name = '', port, ...more] = text.split(':');
  if (more.length > 0 || !name.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
    return 'it does not begin with a host in lower case';
  if (port === undefined)
    return name.includes('.') || name === 'localhost'
      ? undefined
      : 'its host has neither a dot nor a port (write docker.io/NAME for an account of Docker Hub)';
  const isPort = /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535;
  return isPort ? undefined : 'the text after the colon is not a port, and a tag is not part of it';
}

function problemOfPath(path: readonly string[]): string | undefined {
  if (path.some((part) => part.includes(':'))) return 'it has a tag: images are named by their digest';
  const isPath = path.every((part) => part.length <= longestPart && isPathPart(part));
  return isPath
    ? undefined
    : 'each part of its path must be lower-case letters and digits, with single . _ - between them';
}

function isPathPart(part: string): boolean {
  return part.split(/__|[._-]/).every((word) => word !== '' && !/[^a-z0-9]/.test(word));
}
