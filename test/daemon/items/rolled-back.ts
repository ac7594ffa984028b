import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WritableDb } from '../../../src-daemon/db/database.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { acceptItems, listRolledBackItems, type RolledBackItem } from '../../../src-shared/contracts/items.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type Health, readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, type TestUser } from '../../support/daemon/test-daemon.ts';

type Rows = Record<string, unknown>[];

/** A daemon on a folder of its own that can be restarted, with one account, and the means to edit its database. */
export interface Scene {
  daemon: TestDaemon;
  user: TestUser;
  dataDir: string;
  /** With the user's API key, at the daemon that runs now. */
  client(): ApiClient;
  /** With the user's session. */
  session(): ApiClient;
  restart(between?: () => void | Promise<void>): Promise<void>;
  /** Edits the database with its own key alone, without those of the chain and the heads. */
  edit(work: (db: WritableDb) => void): void;
  rows(table: string): Rows;
  /** Makes the table what it was: as an older copy of it that is put back. */
  putBack(table: string, rows: Rows): void;
  health(): Promise<Health>;
  listed(): Promise<RolledBackItem[]>;
  accept(items: readonly RolledBackItem[], password?: string): Promise<unknown>;
  putSecret(name: string, value: string): Promise<void>;
  store(name: string, code: string): Promise<void>;
  makeKey(scopes: string[]): Promise<{ id: string; apiKey: string }>;
  /** Returns the output of a run that gets the secret; it uses the embedded engine. */
  lengthOf(name: string): ReturnType<ApiClient['answer']>;
}

export const masterPassword = 'the master password of a test';

export async function openScene(): Promise<Scene> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'items-')), 'data');
  const start = () => startTestDaemon({ dataDir, args: ['--engine', 'embedded'] });
  const daemon = await start();
  const user = await daemon.newUser();
  const scene: Scene = {
    daemon,
    user,
    dataDir,
    client: () => createApiClient(scene.daemon.url, user.client.credential),
    session: () => createApiClient(scene.daemon.url, user.session.credential),
    restart: async (between = () => undefined) => {
      await scene.daemon.stop();
      await between();
      scene.daemon = await start();
    },
    edit: (work) =>
      scene.daemon.core.database.transaction((db) => {
        for (const { name } of db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
          db.run(`DROP TRIGGER ${name}`);
        work(db);
      }),
    rows: (table) => scene.daemon.core.database.read.all<Rows[number]>(`SELECT * FROM ${table}`),
    putBack: (table, rows) => scene.edit((db) => replaceRows(db, table, rows)),
    health: () => scene.daemon.client.call(readHealth),
    listed: async () => (await scene.session().call(listRolledBackItems)).items,
    accept: (items, password = user.password) => {
      const named = items.map(({ kind, id, digest }) => ({ kind, id, digest }));
      return scene.session().call(acceptItems, { body: { password, items: named } });
    },
    putSecret: async (name, value) =>
      void (await scene.session().call(putSecret, { params: { name }, body: { value } })),
    store: async (name, code) => {
      const { encryptedPayload } = await scene.session().call(encryptCode, { body: { masterPassword, code } });
      await scene.session().call(storeCode, { params: { name }, body: { encryptedPayload, language: 'python' } });
    },
    makeKey: async (scopes) => scene.session().call(createApiKey, { body: { name: 'narrow', scopes } }),
    lengthOf: (name) => {
      const code = `import os; print(len(os.environ["${name}"]))`;
      return scene.session().answer(execute, { body: { language: 'python', code, secrets: [name] } });
    },
  };
  return scene;
}

/** The rows as they were; rows that others refer to are updated, not deleted. */
function replaceRows(db: WritableDb, table: string, rows: Rows): void {
  db.run(`DELETE FROM ${table}`);
  for (const row of rows) {
    const names = Object.keys(row);
    db.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`, row);
  }
}
