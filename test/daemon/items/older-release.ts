import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listChainLinks } from '../../../src-daemon/audit/audit.store.ts';
import { chainMac, chainMacKey, noItem } from '../../../src-daemon/audit/audit-chain.ts';
import { auditHeadText } from '../../../src-daemon/audit/audit-head-text.ts';
import { emptyHead } from '../../../src-daemon/audit/verify-chain.ts';
import { deriveKeys } from '../../../src-daemon/crypto/key-hierarchy.ts';
import { openDatabase, type ReadableDb, type WritableDb } from '../../../src-daemon/db/database.ts';
import { itemHeads } from '../../../src-daemon/db/migrations/0008-item-heads.ts';
import { migrations } from '../../../src-daemon/db/migrations/index.ts';
import { createFileKeyStore } from '../../../src-daemon/keystore/file-key-store.ts';

type Row = Record<string, unknown>;

const keyFile = (dataDir: string, name: string) => join(`${dataDir}-key`, name);

/** The key store of the kind `file` of a stopped daemon's folder. */
export function fileKeyStore(dataDir: string) {
  return createFileKeyStore({
    instanceId: JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')).instanceId,
    keyPath: keyFile(dataDir, 'master.key'),
    anchorPath: keyFile(dataDir, 'audit-head'),
    sessionPath: keyFile(dataDir, 'session'),
  });
}

/**
 * Makes of a stopped daemon's folder what the release before item heads would have written: the same accounts and items,
 * a chain in its canonical form, the older layout, and a copied head without the mark.
 */
export async function makeOlder(dataDir: string): Promise<void> {
  const store = fileKeyStore(dataDir);
  const keys = deriveKeys((await store.readMaster()) ?? new Uint8Array());
  const [path, olderPath] = ['strongroom.db', 'older.db'].map((name) => join(dataDir, name)) as [string, string];
  const steps = migrations.slice(0, migrations.indexOf(itemHeads));
  const newer = openDatabase({ path, key: keys.database });
  const older = openDatabase({ path: olderPath, key: keys.database, steps });
  const head = older.transaction((db) => {
    db.run('PRAGMA defer_foreign_keys = ON');
    for (const table of tablesOf(db)) copyRows(newer.read, db, table);
    for (const trigger of ['changed', 'deleted']) db.run(`DROP TRIGGER audit_log_is_never_${trigger}`);
    return rewriteChain(newer.read, db, keys.auditChain);
  });
  newer.close();
  older.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  renameSync(olderPath, path);
  await store.writeAnchor(auditHeadText({ ...head, hasItemHeads: false }));
}

const tablesOf = (db: ReadableDb) =>
  db
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name);

function copyRows(from: ReadableDb, to: WritableDb, table: string): void {
  const columns = to.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);
  for (const row of from.all<Row>(`SELECT ${columns.join(', ')} FROM ${table}`))
    to.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`,
      row,
    );
}

function rewriteChain(from: ReadableDb, to: WritableDb, chainKey: Uint8Array) {
  const key = chainMacKey(chainKey);
  let last = emptyHead;
  for (const link of listChainLinks(from, { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 1000 })) {
    const mac = chainMac(key, { ...link, ...noItem }, last.mac);
    to.run('UPDATE audit_log SET previous_mac = ?, mac = ? WHERE seq = ?', [last.mac, mac, link.seq]);
    last = { seq: link.seq, mac };
  }
  to.run('UPDATE audit_head SET seq = ?, mac = ?', [last.seq, last.mac]);
  return last;
}
