import { X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';

const limitBytes = 4 * 1024 * 1024;

/**
 * Returns the certificates of a PEM bundle; undefined if the file has none. No other content of the file is returned,
 * because the code of packages can read what the installer gets, and the path may name any file.
 */
export async function readCertificates(path: string): Promise<string | undefined> {
  const text = await readText(path).catch(() => '');
  const certificates = certificateBlocks(text).filter(isCertificate);
  return certificates.length === 0 ? undefined : `${certificates.join('\n')}\n`;
}

const blockStart = '-----BEGIN CERTIFICATE-----';
const blockEnd = '-----END CERTIFICATE-----';

/** Returns the parts of a text that have the form of a certificate. */
function certificateBlocks(text: string): string[] {
  return text
    .split(blockStart)
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf(blockEnd);
      const content = part.slice(0, Math.max(0, end));
      return /^[A-Za-z0-9+/=\s]+$/.test(content) ? [`${blockStart}${content}${blockEnd}`] : [];
    });
}

/** Reads a regular file up to the size of a bundle, because the path may name a device. */
async function readText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > limitBytes) return '';
    return await file.readFile('latin1');
  } finally {
    await file.close();
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
