import type { AuditHead } from './audit.store.ts';

/** The head of the chain as the key store keeps it. */
export type CopiedHead = AuditHead & {
  /** Item heads exist: from now on an item without one is refused. */
  hasItemHeads: boolean;
};

const itemHeadsMark = ':items';

/** `<seq>:<mac in hexadecimal>`, and `:items` once item heads exist. */
export function auditHeadText({ seq, mac, hasItemHeads }: CopiedHead): string {
  return `${seq}:${Buffer.from(mac).toString('hex')}${hasItemHeads ? itemHeadsMark : ''}`;
}

/** The head that {@link auditHeadText} wrote; undefined when the text is none. */
export function parseAuditHead(text: string): CopiedHead | undefined {
  const [, seq, mac, mark] = /^(\d{1,15}):([0-9a-f]{64})(:items)?$/.exec(text) ?? [];
  if (seq === undefined || mac === undefined) return undefined;
  return { seq: Number(seq), mac: new Uint8Array(Buffer.from(mac, 'hex')), hasItemHeads: mark !== undefined };
}
