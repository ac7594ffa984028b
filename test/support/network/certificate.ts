import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
}

/** Makes a certificate for a name or an address, signed by a test authority that no program trusts by default. */
export function makeCertificate(host: string): Certificate & { authority: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ca-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  // Python 3.13 and later refuse an authority without it.
  const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  try {
    openssl(...making, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=An authority of a test', ...usage);
    openssl(
      ...making,
      ...['-keyout', 'own.key', '-out', 'own.pem', '-subj', '/CN=index'],
      ...['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', `subjectAltName=${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`],
      ...['-addext', 'basicConstraints=critical,CA:FALSE'],
    );
    return { key: read('own.key'), cert: read('own.pem'), authority: read('ca.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
