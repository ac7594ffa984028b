/**
 * A process with a watchdog of short limits: it blocks its event loop in the way that its first argument names, and says
 * `turning` each time the loop count as soon as it is watched, and `blocking` before it blocks. The other arguments: the limits as JSON, the folder of the log.
 */

import { writeSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { createConnection } from '../../../src-daemon/db/statements.ts';
import { encodeWork, noteWork } from '../../../src-daemon/logging/last-work.ts';
import { startWatchdog } from '../../../src-daemon/watchdog/start-watchdog.ts';

const [way = '', limits = '', logDir = ''] = process.argv.slice(2);
const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n';

const ways: Record<string, () => unknown> = {
  loop: function blockInLoop() {
    for (let count = 0; ; count += 1) Math.sqrt(count);
  },
  expression: function blockInExpression() {
    return /^(a+)+$/.test(`${'a'.repeat(64)}b`);
  },
  promises: async function blockInPromises() {
    for (;;) await undefined;
  },
  statement: () => createConnection(new BetterSqlite3(':memory:')).get(endless),
  shortly: () => {
    const until = performance.now() + 600;
    while (performance.now() < until);
  },
  nothing: () => undefined,
};

let isWatched = false;
if (way !== 'exit') setInterval(() => isWatched && process.stdout.write('turning\n'), 50);
noteWork('request', encodeWork('POST /api/v1/executions'));
startWatchdog({
  logDir,
  appRoot: `${import.meta.dirname}/../../..`,
  limits: JSON.parse(limits),
  onWatching: () => {
    isWatched = true;
  },
  onFailure: (error) => {
    throw error;
  },
});
// As a daemon does.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
process.on('SIGUSR2', () => {
  writeSync(1, 'blocking\n');
  void ways[way]?.();
});
