import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deriveKeys } from '../../../src-daemon/crypto/key-hierarchy.ts';
import { openDatabase } from '../../../src-daemon/db/database.ts';
import { migrations } from '../../../src-daemon/db/migrations/index.ts';

type Value = string | number | null | { hex: string };

/** A data folder with its key store and the rows of its database, as an earlier version wrote them. */
interface OlderData {
  /** API keys of the account, by their names. */
  apiKeys: Record<string, string>;
  /** Base64 of each file, by its path. */
  files: Record<string, string>;
  tables: Record<string, Record<string, Value>[]>;
}

const layout = 12;
const vector = join(import.meta.dirname, '../../vectors/data-of-layout-12.json');

/** Writes the data folder of a version with database layout 12 into a new temporary folder. */
export function writeOlderData(): { dataDir: string; apiKeys: Record<string, string> } {
  const { apiKeys, files, tables } = JSON.parse(readFileSync(vector, 'utf8')) as OlderData;
  const folder = mkdtempSync(join(tmpdir(), 'older-data-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), Buffer.from(text, 'base64'), { mode: 0o600 });
  }
  const dataDir = join(folder, 'data');
  const masterText = Buffer.from(files['data-key/master.key'] ?? '', 'base64').toString('utf8');
  const master = new Uint8Array(Buffer.from(masterText, 'base64'));
  fillDatabase(join(dataDir, 'strongroom.db'), deriveKeys(master).database, tables);
  return { dataDir, apiKeys };
}

function fillDatabase(path: string, key: Uint8Array, tables: OlderData['tables']): void {
  const database = openDatabase({ path, key, steps: migrations.slice(0, layout) });
  database.transaction((db) => {
    for (const [table, rows] of Object.entries(tables)) {
      // A new file has rows of its own, such as the first head of the audit log.
      db.run(`DELETE FROM ${table}`);
      for (const row of rows) {
        const columns = Object.keys(row);
        const parameters = columns.map(() => '?').join(', ');
        const values = Object.values(row).map(asColumn);
        db.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${parameters})`, values);
      }
    }
  });
  database.close();
}

function asColumn(value: Value): string | number | null | Uint8Array {
  return value !== null && typeof value === 'object' ? new Uint8Array(Buffer.from(value.hex, 'hex')) : value;
}
