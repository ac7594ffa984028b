import type { AuditHead } from './audit.store.ts';

/** The head of the chain as the key store keeps it: `<seq>:<mac in hexadecimal>`. */
export function auditHeadText({ seq, mac }: AuditHead): string {
  return `${seq}:${Buffer.from(mac).toString('hex')}`;
}

/** The head that {@link auditHeadText} wrote; undefined when the text is none. */
export function parseAuditHead(text: string): AuditHead | undefined {
  const [, seq, mac] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || mac === undefined) return undefined;
  return { seq: Number(seq), mac: new Uint8Array(Buffer.from(mac, 'hex')) };
}
