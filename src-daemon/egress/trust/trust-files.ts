import { rootCertificates } from 'node:tls';
import { javaKeyStore } from './java-key-store.ts';
import { trustPaths } from './trust-paths.ts';

/** Certificates in the sandbox that its image does not have: files that the relay writes, and the variables for them. */
export interface SandboxTrust {
  /** Arguments of the relay. */
  relayArguments: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** Variables that programs and libraries read; the language table has the arguments of interpreters that read none. */
const environment = {
  // OpenSSL (Python, Ruby, Perl, PHP's streams), Go, rustls-native-certs
  SSL_CERT_FILE: trustPaths.bundle,
  REQUESTS_CA_BUNDLE: trustPaths.bundle,
  PIP_CERT: trustPaths.bundle,
  AWS_CA_BUNDLE: trustPaths.bundle,
  // curl and R
  CURL_CA_BUNDLE: trustPaths.bundle,
  GIT_SSL_CAINFO: trustPaths.bundle,
  // Node reads it when it first uses certificates. A waiting interpreter has it already (languages/base.ts).
  NODE_EXTRA_CA_CERTS: trustPaths.extra,
};

/** The kernel's limit of one argument is 128 KiB. A piece of base64 must have whole groups of four characters. */
const pieceCharacters = 96 * 1024;

/**
 * Returns the files and variables for additional certificates.
 * @param extra in PEM format, one each
 * @param hasKeyStore true if programs read certificates from a key store of Java
 */
export function sandboxTrust(extra: readonly string[], hasKeyStore: boolean): SandboxTrust {
  if (extra.length === 0) return { relayArguments: [], environment: {} };
  const pem = Buffer.from(extra.map((certificate) => `${certificate.trim()}\n`).join(''));
  const keyStore = hasKeyStore ? javaKeyStore([...rootCertificates, ...extra]) : undefined;
  return {
    relayArguments: [
      ...['bundle', trustPaths.bundle],
      ...fileArguments(trustPaths.bundle, pem),
      ...fileArguments(trustPaths.extra, pem),
      ...(keyStore === undefined ? [] : fileArguments(trustPaths.keyStore, keyStore)),
    ],
    environment,
  };
}

function fileArguments(path: string, content: Buffer): string[] {
  const text = content.toString('base64');
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceCharacters)
    pieces.push('file', path, text.slice(at, at + pieceCharacters));
  return pieces;
}
