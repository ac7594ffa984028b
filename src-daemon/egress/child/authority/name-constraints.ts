/** Context tags of RFC 5280: the lists of NameConstraints, and the kinds of GeneralName. */
const tags = { sequence: 0x30, permitted: 0xa0, excluded: 0xa1, dnsName: 0x82, ipAddress: 0x87 } as const;

/** The certificate must stay short: the relay gets it as an argument. */
const capBytes = 2048;

/**
 * Returns the value of the extension NameConstraints (RFC 5280, 4.2.1.10): the names of these patterns, with all names
 * below them, and no address. Returns nothing if there are too many names for one certificate.
 */
export function nameConstraints(hosts: readonly string[]): Uint8Array<ArrayBuffer>[] {
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
