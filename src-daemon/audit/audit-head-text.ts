import type { AuditHead } from './audit.store.ts';

/** Head of the chain as stored in the key store. */
export type CopiedHead = AuditHead & {
  /** Item heads exist, so an item without one is refused. */
  hasItemHeads: boolean;
};

const itemHeadsMark = ':items';

/** Formats a head: `<seq>:<mac in hexadecimal>`, and `:items` once item heads exist. */
export function auditHeadText({ seq, mac, hasItemHeads }: CopiedHead): string {
  return `${seq}:${Buffer.from(mac).toString('hex')}${hasItemHeads ? itemHeadsMark : ''}`;
}

/** Parses a head that {@link auditHeadText} formatted; undefined if the text is invalid. */
export function parseAuditHead(text: string): CopiedHead | undefined {
  const [, seq, mac, mark] = /^(\d{1,15}):([0-9a-f]{64})(:items)?$/.exec(text) ?? [];
  if (seq === undefined || mac === undefined) return undefined;
  return { seq: Number(seq), mac: new Uint8Array(Buffer.from(mac, 'hex')), hasItemHeads: mark !== undefined };
}
