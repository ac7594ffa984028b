import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src-daemon/db/database.ts';
import { DataFolderError, openDataFolder } from '../../../src-daemon/process/data-folder.ts';
import { PrivateFolderError } from '../../../src-daemon/process/private-folder.ts';

let home: string;
let config: Parameters<typeof openDataFolder>[0];
const running = {
  port: 7341,
  version: '1.2.3',
  startedAt: '2026-01-01T00:00:00.000Z',
  proofKey: Buffer.alloc(32, 7).toString('base64'),
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'folder-'));
  const dataDir = join(home, 'a', 'data');
  config = {
    dataDir,
    isDefaultDataDir: false,
    logDir: join(dataDir, 'logs'),
    runFilePath: join(dataDir, 'run', 'daemon.json'),
  };
});

function failure(open: () => unknown): DataFolderError {
  try {
    open();
  } catch (error) {
    if (error instanceof DataFolderError) return error;
    throw error;
  }
  throw new Error('it opened');
}

const mode = (path: string) => statSync(path).mode & 0o777;

describe('the folder', () => {
  test('and all below it are closed to others', () => {
    const folder = openDataFolder(config);
    for (const path of [config.dataDir, config.logDir, join(config.dataDir, 'run')]) {
      expect(mode(path)).toBe(0o700);
    }
    expect(mode(join(config.dataDir, 'lock'))).toBe(0o600);
    folder.close();
  });

  test('that was opened to others by hand is closed again', () => {
    openDataFolder(config).close();
    chmodSync(config.dataDir, 0o755);
    openDataFolder(config).close();
    expect(mode(config.dataDir)).toBe(0o700);
  });

  test('with other files in it is refused and left as it is', () => {
    mkdirSync(config.dataDir, { recursive: true });
    chmodSync(config.dataDir, 0o755);
    writeFileSync(join(config.dataDir, 'thesis.tex'), '');
    expect(failure(() => openDataFolder(config)).reason).toBe('not_ours');
    expect(mode(config.dataDir)).toBe(0o755);
  });

  test('may lie behind a link on another disk', () => {
    mkdirSync(join(home, 'disk'));
    mkdirSync(join(home, 'a'));
    symlinkSync(join(home, 'disk'), config.dataDir);
    openDataFolder(config).close();
    expect(existsSync(join(home, 'disk', 'lock'))).toBe(true);
  });

  test('of runtime files that is a link is refused', () => {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(join(config.dataDir, 'lock'), '');
    symlinkSync(home, join(config.dataDir, 'run'));
    expect(() => openDataFolder(config)).toThrow(join(config.dataDir, 'run'));
  });

  test('of log files that is a file is refused', () => {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(join(config.dataDir, 'lock'), '');
    writeFileSync(config.logDir, 'a file');
    expect(() => openDataFolder(config)).toThrow(PrivateFolderError);
    expect(readFileSync(config.logDir, 'utf8')).toBe('a file');
  });

  test('knows whether there is a database', () => {
    const first = openDataFolder(config);
    expect(first.databaseExists).toBe(false);
    openDatabase({ path: first.databasePath, key: new Uint8Array(32) }).close();
    first.close();
    const second = openDataFolder(config);
    expect(second.databaseExists).toBe(true);
    second.close();
  });
});

describe('a second daemon', () => {
  test("is refused with the first one's address", () => {
    const first = openDataFolder(config);
    first.announce(running);
    const error = failure(() => openDataFolder(config));
    const holder = { pid: process.pid, url: 'http://127.0.0.1:7341' };
    expect([error.reason, error.holder]).toEqual(['already_running', holder]);
    expect(error.message).toContain(
      `${config.dataDir} is in use by the daemon with pid ${process.pid} at ${holder.url}`,
    );
    first.close();
    openDataFolder(config).close();
  });

  test('is refused while the first one has no address yet, or only that of a dead one', () => {
    const first = openDataFolder(config);
    expect(failure(() => openDataFolder(config)).holder.url).toBeUndefined();
    writeFileSync(config.runFilePath, JSON.stringify({ pid: 2 ** 22 + 1, ...running }));
    expect(failure(() => openDataFolder(config)).holder).toEqual({ pid: undefined, url: undefined });
    first.close();
  });
});

describe('the run file', () => {
  test('says where the daemon is, to its owner only, until it stops', () => {
    const folder = openDataFolder(config);
    folder.announce(running);
    expect(JSON.parse(readFileSync(config.runFilePath, 'utf8'))).toEqual({ pid: process.pid, ...running });
    expect(mode(config.runFilePath)).toBe(0o600);
    folder.close();
    expect(existsSync(config.runFilePath)).toBe(false);
  });

  test('of another process stays', () => {
    const folder = openDataFolder(config);
    writeFileSync(config.runFilePath, JSON.stringify({ pid: process.ppid, ...running }));
    folder.close();
    expect(existsSync(config.runFilePath)).toBe(true);
  });
});
