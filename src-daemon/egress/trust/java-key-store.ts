import { createHash } from 'node:crypto';

/** The password of the Java runtime's own key store. It protects nothing: certificates are public. */
export const keyStorePassword = 'changeit';

const magic = 0xfeedfeed;
const version = 2;
const certificateEntry = 2;
/** Part of the digest of every JKS file. */
const whitener = 'Mighty Aphrodite';

/**
 * Returns a key store in Java's format JKS with these certificates. Java has no setting for a file in PEM format. The
 * format is that of OpenJDK's sun.security.provider.JavaKeyStore: a header, the entries, and a SHA-1 digest.
 * @param certificates in PEM format, one each
 */
export function javaKeyStore(certificates: readonly string[]): Buffer {
  const content = Buffer.concat([
    u32(magic),
    u32(version),
    u32(certificates.length),
    ...certificates.flatMap((pem, index) => entry(`ca${index}`, derOf(pem))),
  ]);
  return Buffer.concat([content, digestOf(content)]);
}

function entry(alias: string, der: Buffer): Buffer[] {
  const createdAt = Buffer.alloc(8);
  return [u32(certificateEntry), modifiedUtf8(alias), createdAt, modifiedUtf8('X.509'), u32(der.length), der];
}

function digestOf(content: Buffer): Buffer {
  const password = Buffer.from(keyStorePassword, 'utf16le').swap16();
  return createHash('sha1').update(password).update(whitener).update(content).digest();
}

/** A text of ASCII as `DataOutputStream.writeUTF` writes it. */
function modifiedUtf8(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text, 'latin1')]);
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
