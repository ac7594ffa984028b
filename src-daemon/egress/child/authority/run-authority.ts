import { createSecureContext, type SecureContext } from 'node:tls';
import type { X509Certificate } from '@peculiar/x509';

/** Context tags of RFC 5280: the lists of NameConstraints, and the kinds of GeneralName. */
const tags = { sequence: 0x30, permitted: 0xa0, excluded: 0xa1, dnsName: 0x82, ipAddress: 0x87 } as const;
/** The certificate must stay short: the relay gets it as an argument. */
const capBytes = 2048;

/** The certificate authority of one run. Its key never leaves the process. */
export interface RunAuthority {
  /** Its certificate (PEM). */
  certificate: string;
  /** Returns the context of a TLS server that has a certificate for exactly this name. */
  contextFor(host: string): Promise<SecureContext>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hourMs = 3_600_000;
const leafMs = 24 * hourMs;
/** A live sandbox lives for at most 7 days. */
const authorityMs = 8 * 24 * hourMs;
/** Clocks of programs may differ. */
const toleranceMs = hourMs;

/**
 * Creates the authority of a run.
 * @param hosts patterns of the names that it can certify
 */
export async function createRunAuthority(hosts: readonly string[]): Promise<RunAuthority> {
  const x509 = await loadX509();
  const [keys, leafKeys] = await Promise.all([generateKeys(), generateKeys()]);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Strongroom run',
    ...validity(authorityMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...nameConstraints(hosts).map((value) => new x509.Extension('2.5.29.30', true, value)),
    ],
  });
  const key = await privatePem(leafKeys);
  const leaves = new Map<string, { context: Promise<SecureContext>; renewAt: number }>();

  async function createContext(host: string): Promise<SecureContext> {
    const leaf = await x509.X509CertificateGenerator.create({
      subject: 'CN=Strongroom run connection',
      issuer: root.subject,
      ...validity(leafMs),
      publicKey: leafKeys.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      ],
    });
    return createSecureContext({ key, cert: pemOf(leaf) });
  }

  return {
    certificate: pemOf(root),
    contextFor: (host) => {
      const cached = leaves.get(host);
      if (cached !== undefined && Date.now() < cached.renewAt) return cached.context;
      const context = createContext(host);
      leaves.set(host, { context, renewAt: Date.now() + leafMs - hourMs });
      return context;
    },
  };
}

function validity(lengthMs: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - toleranceMs), notAfter: new Date(Date.now() + lengthMs) };
}

async function generateKeys() {
  return await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function privatePem({ privateKey }: Awaited<ReturnType<typeof generateKeys>>): Promise<string> {
  const body = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
}

function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem').trim()}\n`;
}

/**
 * Loads the library for certificates, which takes 100 ms. One of its packages refuses to load without the metadata
 * functions of decorators. It calls them for classes with decorated constructors only, and there is none.
 */
async function loadX509() {
  const reflect: Record<string, unknown> = Reflect as object as Record<string, unknown>;
  for (const name of ['getMetadata', 'getOwnMetadata', 'defineMetadata']) reflect[name] ??= () => undefined;
  return await import('@peculiar/x509');
}

/**
 * Returns the value of the extension NameConstraints (RFC 5280, 4.2.1.10): the names of these patterns, with all names
 * below them, and no address. Returns nothing if there are too many names for one certificate.
 */
function nameConstraints(hosts: readonly string[]): Uint8Array<ArrayBuffer>[] {
  const names = new Set(hosts.map((host) => (host.startsWith('*.') ? host.slice(2) : host)));
  const permitted = [...names].map((name) => subtree(tags.dnsName, Buffer.from(name, 'latin1')));
  const excluded = [8, 32].map((length) => subtree(tags.ipAddress, Buffer.alloc(length)));
  const value = field(tags.sequence, field(tags.permitted, ...permitted), field(tags.excluded, ...excluded));
  return value.length > capBytes ? [] : [new Uint8Array(value)];
}

function subtree(tag: number, name: Buffer): Buffer {
  return field(tags.sequence, field(tag, name));
}

/** Returns a field in DER. */
function field(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const long = [...(body.length > 0xff ? [body.length >> 8] : []), body.length & 0xff];
  const length = body.length < 0x80 ? [body.length] : [0x80 | long.length, ...long];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
