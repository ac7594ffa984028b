import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src-daemon/errors/config-error.ts';
import { readConfig } from '../../../src-daemon/process/config.ts';

const defaults = envPaths('strongroom', { suffix: '' });

test('without flags the daemon serves port 7341 from the folders of the platform', () => {
  const config = readConfig([], { XDG_RUNTIME_DIR: '/run/user/1000' });
  expect(config).toMatchObject({
    port: 7341,
    dataDir: defaults.data,
    isDefaultDataDir: true,
    keyDir: defaults.config,
    keyStoreKind: undefined,
    keyStoreFallback: undefined,
    passphrase: undefined,
    selfCheck: false,
    engine: 'auto',
    kubernetes: undefined,
    logLevel: 'info',
    logDir: join(defaults.data, 'logs'),
    runtimeDir: '/run/user/1000/strongroom',
    runFilePath: join(defaults.data, 'run/daemon.json'),
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('every flag reaches its place', () => {
  const flags =
    '--port 0 --data-dir /srv/rooms/ --key-store file --key-store-fallback file --self-check --engine docker --log-level debug';
  expect(readConfig(flags.split(' '), {})).toMatchObject({
    port: 0,
    dataDir: '/srv/rooms',
    isDefaultDataDir: false,
    keyDir: '/srv/rooms-key',
    runFilePath: '/srv/rooms/run/daemon.json',
    keyStoreKind: 'file',
    keyStoreFallback: 'file',
    selfCheck: true,
    engine: 'docker',
    logLevel: 'debug',
  });
});

test('the default folder named by hand is the default folder', () => {
  expect(readConfig(['--data-dir', defaults.data], {}).isDefaultDataDir).toBe(true);
});

test('STRONGROOM_DATA_DIR stands for the flag, which has precedence; an empty one counts as absent', () => {
  const env = { STRONGROOM_DATA_DIR: '/srv/rooms/' };
  expect(readConfig([], env)).toMatchObject({
    dataDir: '/srv/rooms',
    isDefaultDataDir: false,
    keyDir: '/srv/rooms-key',
    runFilePath: '/srv/rooms/run/daemon.json',
  });
  expect(readConfig(['--data-dir', '/srv/other'], env).dataDir).toBe('/srv/other');
  expect(readConfig(['--data-dir', defaults.data], env).isDefaultDataDir).toBe(true);
  expect(readConfig([], { STRONGROOM_DATA_DIR: '' })).toMatchObject({ dataDir: defaults.data, isDefaultDataDir: true });
  expect(readConfig([], { STRONGROOM_DATA_DIR: 'rooms' }).dataDir).toBe(resolve('rooms'));
});

test('the runtime folder without XDG_RUNTIME_DIR is the one of root or of the user', () => {
  const uid = process.getuid?.();
  const { runtimeDir } = readConfig([], {});
  if (uid === 0) expect(runtimeDir).toBe('/run/strongroom');
  else expect(runtimeDir).toMatch(new RegExp(`strongroom-${uid}$`));
});

test('the program finds its own folder, version and resources', () => {
  const config = readConfig([], {});
  expect(existsSync(join(config.appRoot, 'src-daemon', 'process', 'config.ts'))).toBe(true);
  expect(config.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(config.resourcesDir).toBe(join(config.appRoot, 'resources'));
});

describe('a bad flag is refused by name', () => {
  test.each([
    [['--prefer-port', 'abc'], '--prefer-port'],
    [['--prefer-port', '8000', '--port', '8000'], '--prefer-port'],
    [['--port', 'abc'], '--port'],
    [['--port', '65536'], '--port'],
    [['--port', '-1'], '--port'],
    [['--port', ''], '--port'],
    [['--port', '1e3'], '--port'],
    [['--data-dir', ''], '--data-dir'],
    [['--data-dir'], '--data-dir'],
    [['--key-store', 'keychain'], '--key-store'],
    [['--key-store-fallback', 'passphrase'], '--key-store-fallback'],
    [['--engine', 'podman'], '--engine'],
    [['--log-level', 'loud'], '--log-level'],
    [['--self-check=yes'], '--self-check'],
    [['--verbose'], '--verbose'],
    [['serve'], 'serve'],
  ])('%j', (argv, name) => {
    const read = () => readConfig(argv, {});
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
  });
});

test('the passphrase leaves the environment and shows itself nowhere', () => {
  const env: Record<string, string | undefined> = { STRONGROOM_PASSPHRASE: 'open sesame', OTHER: 'kept' };
  const config = readConfig([], env);
  expect(env).toEqual({ OTHER: 'kept' });
  expect(JSON.stringify(config)).not.toContain('sesame');
  expect(new TextDecoder().decode(config.passphrase?.reveal())).toBe('open sesame');
  expect(readConfig([], { STRONGROOM_PASSPHRASE: '' }).passphrase).toBeUndefined();
});
