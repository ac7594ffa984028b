import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Logger } from '../../../src-daemon/logging/logger.ts';
import { type Config, readConfig } from '../../../src-daemon/process/config.ts';
import { type Daemon, startDaemon } from '../../../src-daemon/process/daemon.ts';
import type { UnlockedParts } from '../../../src-daemon/process/open-unlocked-parts.ts';
import { register } from '../../../src-shared/contracts/accounts.contract.ts';
import { type ApiClient, asBearer, asKey, createApiClient } from '../api-client.ts';
import { provenEngines } from '../engine/proven-engines.ts';
import { until } from '../until.ts';

export interface TestDaemonOptions {
  /** Further flags. */
  args?: string[];
  /** An existing data folder. By default a new one is made. */
  dataDir?: string;
  /** True to boot containers ahead of the runs, as the product does. The default is false. */
  keepsWarm?: boolean;
  /** True to prove the engine, as the product does at each start. The default is false: one daemon of the run does. */
  provesEngine?: boolean;
}

export interface TestClock {
  now(): number;
  /** Moves the daemon's clock forward. */
  pass(ms: number): void;
}

export interface TestUser {
  id: number;
  email: string;
  password: string;
  token: string;
  apiKey: string;
  /** With the API key. */
  client: ApiClient;
  /** With the session token. */
  session: ApiClient;
}

export interface TestDaemon {
  url: string;
  port: number;
  daemon: Daemon;
  config: Config;
  core: UnlockedParts;
  clock: TestClock;
  /** Without a credential. */
  client: ApiClient;
  /** Registers a new account. The registration limit does not apply. */
  newUser(): Promise<TestUser>;
  /** Returns the content of all log files, up to the line that was logged last. The daemon must not have been stopped. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

export const testPassword = 'correct horse battery staple';

/** Starts a real daemon in this process with a free port, a temporary data folder, a file key store and a test clock. */
export async function startTestDaemon(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const { args = [], dataDir, keepsWarm, provesEngine = false } = options;
  const argv = daemonFlags(dataDir ?? join(mkdtempSync(join(tmpdir(), 'daemon-')), 'data'), keepsWarm);
  const config = readConfig([...argv, ...args], { ...process.env });
  const clock = createClock();
  const daemon = await startDaemon(config, { now: clock.now, ...(!provesEngine && { provenEngines }) });
  daemon.announce();
  const core = await daemon.unlocked;
  const { url } = daemon;
  return {
    url,
    port: Number(new URL(url).port),
    daemon,
    config,
    core,
    clock,
    client: createApiClient(url),
    newUser: () => {
      core.database.transaction((db) => db.run("DELETE FROM attempts WHERE kind = 'registration'"));
      return registerUser(url);
    },
    readLog: () => readWholeLog(daemon.log, config.logDir),
    stop: () => daemon.stop(),
  };
}

/** Starts one daemon for all tests of a file. */
export function testDaemonOfFile(options: TestDaemonOptions = {}): () => TestDaemon {
  let started: TestDaemon | undefined;
  beforeAll(async () => {
    started = await startTestDaemon(options);
  });
  afterAll(() => started?.stop());
  return () => {
    if (started === undefined) throw new Error('the daemon is used before it is there');
    return started;
  };
}

/**
 * Returns the flags of a daemon with the Docker engine only. Other tests cover the selection of an engine.
 * @param keepsWarm Most daemons of tests start few runs, and the containers that boot ahead would be a tenth to a quarter
 *   of all work of the suites.
 */
export function daemonFlags(dataDir: string, keepsWarm = false): string[] {
  const warm = keepsWarm ? [] : ['--no-warm'];
  return ['--port', '0', '--data-dir', dataDir, '--key-store', 'file', '--engine', 'docker', ...warm];
}

/** Registers an account through the API. */
export async function registerUser(url: string): Promise<TestUser> {
  const email = `user-${randomUUID()}@example.com`;
  const password = testPassword;
  const { token, apiKey, user } = await createApiClient(url).call(register, { body: { email, password } });
  return {
    id: user.id,
    email,
    password,
    token,
    apiKey,
    client: createApiClient(url, asKey(apiKey)),
    session: createApiClient(url, asBearer(token)),
  };
}

/** Lines are written in the background and in their order: a line of its own shows that all before it are in the files. */
async function readWholeLog(log: Logger, dir: string): Promise<string> {
  const mark = randomUUID();
  log.info(mark);
  await until(() => readLogs(dir).includes(mark));
  return readLogs(dir);
}

/** Returns the content of all log files of a folder, oldest first. */
export function readLogs(dir: string): string {
  return readdirSync(dir)
    .toSorted()
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .join('');
}

function createClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    pass: (ms) => {
      aheadMs += ms;
    },
  };
}
