/** The sentence for a failed installation, from what pip and pnpm print. */
import { expect, test } from 'vitest';
import { createMemoryLedger } from '../../../../src-daemon/core/memory/ledger.ts';
import { explainRefusedHost, refusedHostLine } from '../../../../src-daemon/engine/refused-host.ts';
import { explainFailure } from '../../../../src-daemon/packages/install/explain-failure.ts';
import { createInstallLog } from '../../../../src-daemon/packages/install/install-log.ts';
import { createLogLines } from '../../../../src-daemon/packages/install/log-lines.ts';

const pip = (...log: string[]) => explainFailure({ manager: 'pip', fault: 'installer' }, log);
const npm = (...log: string[]) => explainFailure({ manager: 'npm', fault: 'installer' }, log);

test('names the package that pip does not find, or the versions that there are', () => {
  const missing = 'ERROR: Could not find a version that satisfies the requirement nonesuch (from versions: none)';
  expect(pip('Looking in indexes', missing, 'ERROR: No matching distribution found for nonesuch')).toBe(
    'The package index has no package named nonesuch.',
  );
  const versions = 'ERROR: Could not find a version that satisfies the requirement a==3 (from versions: 1.0, 2.0)';
  expect(pip(versions, 'ERROR: No matching distribution found for a==3')).toBe(
    'No version satisfies a==3; available versions: 1.0, 2.0.',
  );
  expect(pip('ERROR: No matching distribution found for b')).toContain('named b.');
});

test('takes a dropped network for that, whatever follows from it', () => {
  const retry = 'WARNING: Retrying (Retry(total=2)) after connection broken by ReadTimeout: /simple/a/';
  expect(pip(retry, 'ERROR: No matching distribution found for a')).toContain('could not be reached');
  expect(pip('Could not fetch URL https://x/: There was a problem confirming the ssl: SSLError')).toContain('reached');
  expect(npm('ERR_PNPM_META_FETCH_FAIL  GET http://x/ ECONNREFUSED')).toContain('could not be reached');
});

test('names the package that could not be built', () => {
  const log = [
    'Collecting goodone',
    '  Collecting brokenbuild==1.0 (from -r x)',
    '  error: subprocess-exited-with-error',
  ];
  expect(pip(...log)).toBe('The package brokenbuild could not be built.');
  expect(pip('ERROR: Failed building wheel for my_pkg.two')).toBe('The package my_pkg.two could not be built.');
  expect(npm('.../node_modules/@scope/one postinstall: Failed', ' ELIFECYCLE ')).toContain('@scope/one could not');
  expect(npm('.../node_modules/one: Failed')).toBe('The package one could not be built.');
  const compiled =
    'must be compiled, and the installer has no compiler. Choose a version or a package that brings its compiled files.';
  const script = 'node_modules/@scope/native install: ';
  for (const reason of ['sh: 1: node-gyp: Permission denied', 'gyp ERR! stack Error: not found: make'])
    expect(npm('node_modules/quiet postinstall: Done', script + reason, ' ELIFECYCLE  Command failed.')).toBe(
      `The package @scope/native ${compiled}`,
    );
});

test('names the closed address that an index led to', () => {
  const pool = "HTTPConnectionPool(host='10.1.2.3', port=80): Max retries exceeded with url: /x (Caused by ";
  const refused = `${pool}NewConnectionError(': Failed to establish a new connection: [Errno 22] Invalid argument'))`;
  expect(pip(`Could not fetch URL http://i/simple/a/: connection error: ${refused}`)).toContain(
    'tried to reach 10.1.2.3, but it can reach only its package index',
  );
  expect(npm(' WARN  GET http://10.1.2.4/a error (EINVAL). connect EINVAL 10.1.2.4:80 - Local (0.0.0.0:0)')).toContain(
    'tried to reach 10.1.2.4, but it can reach only its package index',
  );
  const unnamed = "connection broken by 'NewConnectionError('x: [Errno 22] Invalid argument')': /x/";
  expect(pip(`WARNING: Retrying (Retry(total=2)) after ${unnamed}`)).toContain('tried to reach another host, but');
});

test('names a refused host where that can be why, and not where the index has no such package', () => {
  const refused = [refusedHostLine('telemetry.example'), refusedHostLine('files.example')];
  const reason = explainRefusedHost('files.example');
  const unnamed = "after connection broken by 'NewConnectionError('x: [Errno -2] Name or service not known')': /x/";
  const missing = 'ERROR: Could not find a version that satisfies the requirement b (from versions: none)';
  expect(pip(...refused, `WARNING: Retrying (Retry(total=2)) ${unnamed}`, missing)).toBe(reason);
  expect(pip('Collecting a', ...refused, '  error: subprocess-exited-with-error')).toBe(reason);
  expect(pip(...refused, missing)).toBe('The package index has no package named b.');
  expect(npm(...refused, ' WARN  GET http://files.example/a error (ENOTFOUND). Will retry')).toBe(reason);
  expect(npm(...refused, '.../node_modules/one postinstall: Failed')).toBe(reason);
  expect(npm(...refused, ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for a@9')).toContain('a@9');
});

test('says that git repositories are not installed', () => {
  expect(pip("ERROR: Cannot find command 'git' - do you have 'git' installed?")).toContain('git repository');
  expect(npm('[ENOENT] spawn git ENOENT')).toContain('git repository');
});

test('names the setting where a package would have to be built and may not', () => {
  const without = (...log: string[]) => explainFailure({ manager: 'pip', fault: 'installer', builds: false }, log);
  expect(without('ERROR: No matching distribution found for a==1')).toMatch(/no wheel of a==1 .* installer\.builds/);
  expect(without('BlockingIOError: [Errno 11] Resource temporarily unavailable')).toContain('installer.builds');
  expect(without('WARNING: Retrying (x) after connection broken by y')).not.toContain('installer.builds');
  const scripts = explainFailure({ manager: 'npm', fault: 'needs_build' }, ['Scripts were not run: a, b']);
  expect(scripts).toMatch(/\(a, b\).*installer\.builds/);
});

test('quotes what the forwarder says of the proxy', () => {
  const line = 'The proxy proxy.example:3128 could not be reached: Connection refused';
  expect(pip(line, 'WARNING: Retrying (x) after connection broken by y')).toBe(`${line}.`);
});

test('names what the registry lacks', () => {
  expect(npm(' ERR_PNPM_FETCH_404  GET http://x/zz', 'zz is not in the npm registry, or you have no permission')).toBe(
    'The package index has no package named zz.',
  );
  const unmatched = ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for is-odd@99 while fetching it';
  expect(npm(unmatched)).toBe('No version satisfies is-odd@99.');
});

test('quotes the last line where it knows no reason', () => {
  expect(npm('strange', 'x'.repeat(1000), '  ')).toBe(`The installation failed: ${'x'.repeat(300)}.`);
  expect(pip()).toContain('the log is empty');
});

test('a log is stored up to 64 KiB, its last lines', () => {
  const lines = createLogLines();
  for (let line = 0; line < 200_000; line++) lines.push(`line ${line}`);
  expect(lines.entries().at(-1)).toBe('line 199999');
  expect(lines.entries().join('\n').length).toBeLessThanOrEqual(64 * 1024);
  expect(lines.entries().join('\n').length).toBeGreaterThan(60 * 1024);
});

test('those who follow an endless log get its newest part, in order, and the account holds no more', async () => {
  const ledger = createMemoryLedger({ now: Date.now });
  const log = createInstallLog(ledger.of(1).open());
  const left = new AbortController();
  for (let line = 0; line < 50_000; line++)
    log.append({ event: 'log', data: { language: 'python', text: `${line} ${'x'.repeat(1000)}` } });
  expect(ledger.heldBytes()).toBeGreaterThan(1023 * 1024);
  expect(ledger.heldBytes()).toBeLessThanOrEqual(1024 * 1024);
  const ids: number[] = [];
  for await (const { id } of log.follow(0, left.signal)) {
    ids.push(id);
    if (id === 50_000) log.append({ event: 'log', data: { language: 'python', text: 'one more' } });
    if (id === 50_001) left.abort();
  }
  expect(ids.length).toBeGreaterThan(500);
  expect(ids.length).toBeLessThan(1000);
  expect(ids).toEqual(Array.from(ids, (_, index) => 50_001 - ids.length + 1 + index));
  log.append({ event: 'started', data: { language: 'python', packages: [] } });
  expect(ledger.heldBytes()).toBeLessThan(1024);
});
