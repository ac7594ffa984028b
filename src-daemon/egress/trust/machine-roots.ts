import { X509Certificate } from 'node:crypto';
import { getCACertificates, rootCertificates } from 'node:tls';

let found: readonly string[] | undefined;

/** Returns the certificates (PEM) that this machine trusts in addition to Node's own. They are read once. */
export function machineRoots(): readonly string[] {
  found ??= additional(getCACertificates('system'));
  return found;
}

/** Removes duplicates and the certificates that Node has. Text that is no certificate is left out. */
function additional(certificates: readonly string[]): string[] {
  const known = new Set(rootCertificates.map(fingerprintOf));
  return certificates.filter((pem) => {
    const fingerprint = fingerprintOf(pem);
    if (fingerprint === undefined || known.has(fingerprint)) return false;
    known.add(fingerprint);
    return true;
  });
}

function fingerprintOf(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).fingerprint256;
  } catch {
    return undefined;
  }
}
