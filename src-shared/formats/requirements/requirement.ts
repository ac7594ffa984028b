import { validRange } from '@renovatebot/pep440';

/** A requirement of a package index (PEP 508) with pip's options for it. */
export interface Requirement {
  name: string;
  /** PEP 440; absent: any version. */
  version?: string;
  extras?: string[];
  /** `sha256:` and the digest in hexadecimal; also `sha384:` and `sha512:`. */
  hashes?: string[];
  marker?: string;
}

const name = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 };

/** Reads one requirement. @throws SyntaxError with a message to be read after the line's number */
export function readRequirement(text: string): Requirement {
  const [spec = '', ...options] = text.split(/\s(?=-)/);
  const hashes = options.filter((option) => option.trim() !== '').map(hashOf);
  const [head = '', ...markers] = spec.split(';');
  const marker = markers.join(';').trim();
  if (/\s@\s|:\/\/|^[./~]|^[A-Za-z]:\\/.test(head)) throw new SyntaxError('is not from the package index');
  const start = /[[(=<>!~\s]/.exec(head)?.index ?? head.length;
  const project = head.slice(0, start);
  if (!name.test(project)) throw new SyntaxError('is not a package name with a version (PEP 508)');
  const { extras, rest } = readExtras(head.slice(start).trim());
  const version = rest.replace(/^\(([^()]*)\)$/, '$1').trim();
  if (version !== '' && !/^[=<>!~]/.test(version))
    throw new SyntaxError('is not a package name with a version (PEP 508)');
  const range = version.replace(/\s+/g, '');
  if (range !== '' && !validRange(range)) throw new SyntaxError('has a version that is not valid (PEP 440)');
  return {
    name: project,
    ...(version !== '' && { version: range }),
    ...(extras.length > 0 && { extras }),
    ...(hashes.length > 0 && { hashes }),
    ...(marker !== '' && { marker }),
  };
}

function readExtras(text: string): { extras: string[]; rest: string } {
  if (!text.startsWith('[')) return { extras: [], rest: text };
  const end = text.indexOf(']');
  if (end < 0) throw new SyntaxError('has no ] after its extras');
  const inside = text.slice(1, end).trim();
  const extras = inside === '' ? [] : inside.split(',').map((extra) => extra.trim());
  if (!extras.every((extra) => name.test(extra))) throw new SyntaxError('has an extra that is not a name');
  return { extras, rest: text.slice(end + 1).trim() };
}

function hashOf(option: string): string {
  const [, hash = ''] = /^--hash(?:=|\s+)(\S+)$/.exec(option.trim()) ?? [];
  if (hash === '')
    throw new SyntaxError(`has the option ${option.trim().split(/[\s=]/, 1).join('')}, which a list does not support`);
  const normal = hash.toLowerCase();
  if (!isHash(normal)) throw new SyntaxError('has a --hash that is not sha256:, sha384: or sha512: with its digest');
  return normal;
}

/** Returns true for `sha256:` and its digest, and the two longer forms. */
export function isHash(text: string): boolean {
  const [algorithm = '', digest = ''] = text.split(':', 2);
  return digestLengths[algorithm] === digest.length && /^[0-9a-f]+$/.test(digest);
}
