/**
 * Shows that a page of the audit log costs the same however long the log is: `npm run bench:audit`. Builds an encrypted
 * database of 1,000 and one of 1,000,000 entries through the recorder itself, reads the newest 100 of each through the
 * service, in turns, and prints both and their ratio; then what the walk over the long chain, its export, and item heads take.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createAuditService } from '../src-daemon/audit/audit.service.ts';
import { createChainCheck } from '../src-daemon/audit/chain-check.ts';
import { createAuditRecorder } from '../src-daemon/audit/record-audit.ts';
import type { Actor } from '../src-daemon/core/actor.ts';
import { rowDigest } from '../src-daemon/crypto/row-digest.ts';
import { openDatabase } from '../src-daemon/db/database.ts';
import { createItemGuard } from '../src-daemon/items/item-guard.ts';
import { createHeadWriter, itemHeadKey } from '../src-daemon/items/item-head.ts';
import { makeTemporaryFolder } from './measure/temporary-folder.ts';

const chainKey = new Uint8Array(32).fill(2);
const writeHead = () => undefined;
const rounds = 400;
const actor: Actor = {
  accountId: 1,
  credential: { kind: 'session', id: 'bench', expiresAt: null },
  scopes: new Set(['audit']),
  secretNames: null,
  networkHosts: null,
  accountKey: new Uint8Array(32),
  client: { ipAddress: '127.0.0.1', userAgent: null, source: 'api' },
};
const facts = { executionId: `run_${'x'.repeat(22)}`, source: 'api' };
const run = {
  language: 'python',
  codeLength: 120,
  secretsInjected: 2,
  packages: 3,
  network: 'none' as const,
  place: 'machine' as const,
  ...facts,
};

const folder = makeTemporaryFolder('bench');
try {
  const short = build('short', 1000);
  const long = build('long', 1_000_000);
  const timings = measure([() => short.audit.list(actor, {}), () => long.audit.list(actor, {})]);
  const [few, many] = timings.map(({ p50, p95 }) => ({ p50, p95 }));
  if (few === undefined || many === undefined) throw new Error('nothing was measured');
  print('newest 100 of 1,000', `p50 ${ms(few.p50)}, p95 ${ms(few.p95)}`);
  print('newest 100 of 1,000,000', `p50 ${ms(many.p50)}, p95 ${ms(many.p95)}`);
  print('ratio', (many.p50 / few.p50).toFixed(2));
  await showFilters(long);
  await showWalks(long);
  showItems();
  for (const { database } of [short, long]) database.close();
} finally {
  folder.remove();
}

type Log = ReturnType<typeof build>;

/** Half of the entries are another account's; the clock moves on one second an entry. */
function build(name: string, entries: number) {
  const path = join(folder.path, `${name}.db`);
  const database = openDatabase({ path, key: new Uint8Array(32).fill(1) });
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const recordAudit = createAuditRecorder({ chainKey, now: () => clock, onRecorded: () => undefined, writeHead });
  const startedAt = performance.now();
  for (let done = 0; done < entries; done += 10_000) {
    database.transaction((db) => {
      for (let index = done; index < Math.min(entries, done + 10_000); index++) {
        clock += 1000;
        const subject = { ...actor, accountId: 1 + (index % 2) };
        recordAudit(db, subject, { action: 'code.execute', metadata: run });
      }
    });
  }
  const perEntry = ((performance.now() - startedAt) / entries) * 1000;
  print(`building ${name}`, `${entries} entries, ${perEntry.toFixed(0)} µs each, ${statSync(path).size >> 20} MiB`);
  const readAnchor = async () => undefined;
  const chainCheck = createChainCheck({ database, keys: { auditChain: chainKey, auditCheckpoint: chainKey } });
  const copyHead = async () => undefined;
  return { database, audit: createAuditService({ database, recordAudit, chainCheck, readAnchor, copyHead }) };
}

/** The works in turns, so that a slow moment of the machine strikes all of them. */
function measure(works: (() => unknown)[]): { p50: number; p95: number }[] {
  const samples = works.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now();
      work();
      if (round >= rounds / 10) samples[index]?.push(performance.now() - startedAt);
    }
  }
  return samples.map((times) => {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { p50: at(0.5), p95: at(0.95) };
  });
}

async function showFilters({ audit }: Log): Promise<void> {
  const filters = {
    'by action': { action: 'code.execute' },
    'by an action that there is none of': { action: 'zk.store' },
    'of the first hour': { to: '2026-01-01T01:00:00Z' },
    'of one hour in the middle': { from: '2026-01-06T00:00:00Z', to: '2026-01-06T01:00:00Z' },
    'before the oldest entries': { before: 200 },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const [timing] = measure([() => audit.list(actor, filter)]);
    print(`newest 100 of 1,000,000 ${name}`, ms(timing?.p50 ?? 0));
  }
}

/** Prints the longest delay of the event loop during a walk through the log. */
async function showWalks({ audit }: Log): Promise<void> {
  const verify = await withLag(async () => (await audit.verify(actor, new AbortController().signal)).verdict);
  print('verifying 1,000,000', `${verify.answer}, ${ms(verify.tookMs)}, others waited up to ${ms(verify.lagMs)}`);
  const exported = await withLag(async () => {
    let bytes = 0;
    for await (const chunk of audit.export(actor, { format: 'csv' }).chunks) bytes += chunk.length;
    return bytes >> 20;
  });
  print(
    'exporting 500,000 as CSV',
    `${exported.answer} MiB, ${ms(exported.tookMs)}, others up to ${ms(exported.lagMs)}`,
  );
}

/** Prints the cost of a head for a change, and of checking an item against its head. Each change is a commit. */
function showItems(): void {
  const database = openDatabase({ path: join(folder.path, 'items.db'), key: new Uint8Array(32).fill(1) });
  const headKey = itemHeadKey(chainKey);
  const recorder = { chainKey, now: () => 0, onRecorded: () => undefined, writeHead: createHeadWriter(headKey) };
  const recordAudit = createAuditRecorder(recorder);
  const guard = createItemGuard({ headKey, brokenAt: () => 0, log: { warn: () => undefined } });
  const sealed = new Uint8Array(200);
  const stateOf = (version: number) => ({
    ...{ kind: 'secret' as const, id: '1', accountId: 1, name: 'A', version },
    digest: rowDigest(['secret', 1, 1, 'A', '', version, sealed, 1, 0, 0]),
  });
  let version = 0;
  const change = (withHead: boolean) => () =>
    database.transaction((db) => {
      version += 1;
      const item = { ...stateOf(version), keptFrom: version };
      const event = { action: 'secret.update', resourceId: 'A', metadata: { name: 'A', version } } as const;
      recordAudit(db, actor, withHead ? { ...event, item } : event);
    });
  database.transaction((db) => db.run("INSERT INTO accounts VALUES (1, 'a', 'a', x'', x'', 0)"));
  const [without, withHead] = measure([change(false), change(true)]);
  const [held] = measure([() => guard.require(database.read, stateOf(version))]);
  print('a change without a head, with one', `p50 ${ms(without?.p50 ?? 0)}, ${ms(withHead?.p50 ?? 0)}`);
  print('holding a secret to its head', `p50 ${ms(held?.p50 ?? 0)}, p95 ${ms(held?.p95 ?? 0)}`);
  database.close();
}

async function withLag<T>(work: () => Promise<T>): Promise<{ answer: T; tookMs: number; lagMs: number }> {
  let lagMs = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    lagMs = Math.max(lagMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const startedAt = performance.now();
  const answer = await work();
  clearInterval(beat);
  return { answer, tookMs: performance.now() - startedAt, lagMs };
}

function ms(value: number): string {
  return value < 10 ? `${value.toFixed(2)} ms` : `${value.toFixed(0)} ms`;
}

function print(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(56)} ${result}\n`);
}
