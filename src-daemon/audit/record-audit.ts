import type { Actor, Client } from '../core/actor.ts';
import type { WritableDb } from '../db/database.ts';
import type { ItemChange } from '../db/item-state.ts';
import { findAuditHead, insertAuditRow, putAuditHead } from './audit.store.ts';
import { type AuditAction, type AuditMetadata, auditActions } from './audit-actions.ts';
import { chainMac, chainMacKey, emptyChainMac, noItem } from './audit-chain.ts';

/** Account of the log and client of the request. An Actor can be passed. */
export interface AuditSubject {
  accountId: number;
  client: Client;
  /** The credential of the request; absent before there is one, as at a login. */
  credential?: Pick<Actor['credential'], 'kind' | 'id'>;
}

export interface AuditEvent<Action extends AuditAction = AuditAction> {
  action: Action;
  resourceId?: string;
  metadata: AuditMetadata<Action>;
  /** Secret, script or API key that changes; its head is written with the row. */
  item?: ItemChange;
}

/**
 * Writes one row of the audit log in the transaction of the change that it records, so that either both are stored or
 * neither.
 * @throws ZodError if the metadata has a field that the action does not allow
 */
export type RecordAudit = <Action extends AuditAction>(
  db: WritableDb,
  subject: AuditSubject,
  event: AuditEvent<Action>,
) => void;

interface RecorderDeps {
  /** 32 bytes. */
  chainKey: Uint8Array;
  now: () => number;
  /** Called for every row, within its transaction. */
  onRecorded: () => void;
  /** Writes the head of an item that changed. */
  writeHead: (db: WritableDb, change: ItemChange, auditSeq: number) => void;
}

/** Creates the only writer of the audit log. */
export function createAuditRecorder({ chainKey, now, onRecorded, writeHead }: RecorderDeps): RecordAudit {
  const key = chainMacKey(chainKey);
  return (db, subject, { action, resourceId, metadata, item }) => {
    const { accountId, client } = subject;
    const { resourceType, metadata: schema } = auditActions[action];
    const head = findAuditHead(db) ?? { seq: 0, mac: emptyChainMac };
    const row = {
      seq: head.seq + 1,
      userId: accountId,
      action,
      resourceType,
      resourceId: resourceId ?? null,
      ipAddress: client.ipAddress,
      metadata: JSON.stringify(withMaker(schema.parse(metadata), subject)),
      createdAt: now(),
      ...itemColumns(item),
    };
    const mac = chainMac(key, row, head.mac);
    insertAuditRow(db, { ...row, previousMac: head.mac, mac });
    putAuditHead(db, { seq: row.seq, mac });
    if (item !== undefined) writeHead(db, item, row.seq);
    onRecorded();
  };
}

function itemColumns(item: ItemChange | undefined) {
  if (item === undefined) return noItem;
  const { kind, id, version, digest } = item;
  return { itemKind: kind, itemId: id, itemVersion: version, itemDigest: digest };
}

/**
 * Adds who caused the change: the credential, or the daemon. The name of an agent is its own choice, so it is a field of its
 * own, and an agent that calls itself `daemon` is not taken for it.
 */
function withMaker(metadata: object, { client, credential }: AuditSubject): object {
  const actor = client.isDaemon ? { kind: 'daemon' } : credential && { kind: credential.kind, id: credential.id };
  return {
    ...(actor && { actor }),
    ...metadata,
    ...(client.isAgent === true && { agent: client.source }),
  };
}
