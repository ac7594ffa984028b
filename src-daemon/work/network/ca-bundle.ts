import { X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { AppError } from '../../errors/app-error.ts';

const limitBytes = 4 * 1024 * 1024;
const blockStart = '-----BEGIN CERTIFICATE-----';
const blockEnd = '-----END CERTIFICATE-----';

/**
 * Reads the certificates of the setting `installer.caBundlePath`. No other content of the file is returned, because programs
 * can read what is trusted.
 * @throws AppError `egress_unavailable`
 */
export function readCaBundle(path: string): string {
  const certificates = certificateBlocks(readRegularFile(path)).filter(isCertificate);
  if (certificates.length > 0) return `${certificates.join('\n')}\n`;
  throw unreadable();
}

/** Opens without waiting, because the path may name a pipe. */
function readRegularFile(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    return facts.isFile() && facts.size <= limitBytes ? readFileSync(file, 'latin1') : '';
  } catch (cause) {
    throw unreadable(cause);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function certificateBlocks(text: string): string[] {
  const parts = text.split(blockStart).slice(1);
  return parts.flatMap((part) => {
    const content = part.slice(0, Math.max(0, part.indexOf(blockEnd)));
    return /^[A-Za-z0-9+/=\s]+$/.test(content) ? [`${blockStart}${content}${blockEnd}`] : [];
  });
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'egress_unavailable',
    'The file in the setting installer.caBundlePath cannot be read, or contains no certificate in PEM format. Correct the ' +
      'setting.',
    { cause },
  );
}
