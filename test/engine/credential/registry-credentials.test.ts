/** Credentials of a registry: those that `docker login` stored. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCredentials } from '../../../src-daemon/engine/credential/registry-credentials.ts';
import { encodeBase64 } from '../../../src-shared/formats/base64.ts';

const host = 'registry.example.com:5000';
const secret = 'secret-of-the-registry';
const ofUser = { serveraddress: host, username: 'user', password: secret };

/** Writes a configuration of Docker and returns an environment that names it. */
function environmentOf(config: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'docker-'));
  writeFileSync(join(folder, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return { ...process.env, DOCKER_CONFIG: folder, PATH: `${folder}${delimiter}${process.env.PATH}` };
}

/** Writes a credential helper, a shell script, and returns an environment whose configuration names it. */
function environmentWithHelper(script: string, config: object = { credsStore: 'test' }) {
  const env = environmentOf(config);
  const program = join(env.DOCKER_CONFIG, 'docker-credential-test');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o700);
  return env;
}

function encoded(text: string): string {
  return encodeBase64(Buffer.from(text));
}

async function refusalOf(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const error: unknown = await findCredentials(host, env).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message.includes(secret)).toBe(false);
  return message;
}

describe('the configuration of Docker', () => {
  test.each([
    ['the host', { [host]: { auth: encoded(`user:${secret}`) } }, ofUser],
    ['an address', { [`https://${host}/v2/`]: { auth: encoded(`user:${secret}`) } }, ofUser],
    ['a padded password', { [host]: { auth: encoded(`user:${secret}\0\0`) } }, ofUser],
    ['fields', { [host]: { username: 'user', password: secret } }, ofUser],
    [
      'a token',
      { [host]: { auth: encoded('0000:'), identitytoken: secret } },
      { serveraddress: host, identitytoken: secret },
    ],
    ['a colon in the password', { [host]: { auth: encoded('a:b:c') } }, { ...ofUser, username: 'a', password: 'b:c' }],
    ['another host', { 'registry.example.com': { auth: encoded(`user:${secret}`) } }, undefined],
    ['an empty entry', { [host]: {} }, undefined],
  ])('has credentials by %s', async (_name, auths, expected) => {
    expect(await findCredentials(host, environmentOf({ auths }))).toEqual(expected);
  });

  test('has those of Docker Hub under another name', async () => {
    const env = environmentOf({ auths: { 'https://index.docker.io/v1/': { auth: encoded(`user:${secret}`) } } });
    expect(await findCredentials('docker.io', env)).toEqual({
      ...ofUser,
      serveraddress: 'https://index.docker.io/v1/',
    });
  });

  test('need not exist', async () => {
    expect(await findCredentials(host, { DOCKER_CONFIG: join(tmpdir(), 'none') })).toBeUndefined();
  });

  test.each([
    ['that is not JSON', secret, 'is not valid at'],
    ['with other types', { auths: [secret] }, 'is not valid at "auths"'],
    ['with other credentials', { auths: { [host]: { auth: secret } } }, `Log in again: docker login ${host}`],
    ['with a path as helper', { credsStore: '../other' }, 'not the end of a program name'],
    ['larger than 1 MiB', ' '.repeat((1 << 20) + 1), 'larger than 1 MiB'],
  ])('%s is refused', async (_name, config, message) => {
    expect(await refusalOf(environmentOf(config))).toContain(message);
  });
});

describe('a credential helper', () => {
  test('gets the host on stdin, and nothing of the settings of the daemon', async () => {
    const env = environmentWithHelper(
      `cat > "$0.input"; echo "$*" > "$0.args"; env > "$0.env"; echo '{"ServerURL":"x","Username":"user","Secret":"${secret}"}'`,
    );
    expect(await findCredentials(host, { ...env, STRONGROOM_PASSPHRASE: 'hidden' })).toEqual(ofUser);
    const read = (name: string) => readFileSync(join(env.DOCKER_CONFIG, `docker-credential-test.${name}`), 'utf8');
    expect([read('input'), read('args')]).toEqual([host, 'get\n']);
    expect(read('env')).not.toContain('STRONGROOM_');
  });

  test('of one registry comes before the one of all', async () => {
    const config = { credsStore: 'missing', credHelpers: { [host]: 'test' } };
    const env = environmentWithHelper(`echo '{"Username":"<token>","Secret":"${secret}"}'`, config);
    expect(await findCredentials(host, env)).toEqual({ serveraddress: host, identitytoken: secret });
  });

  test('may have none', async () => {
    const env = environmentWithHelper('echo credentials not found in native keychain; exit 1');
    expect(await findCredentials(host, env)).toBeUndefined();
  });

  test.each([
    ['fails', `echo ${secret}; echo ${secret} >&2; exit 3`, 'failed (exit code 3)'],
    ['prints no credentials', `echo '{"Secret":"${secret}"}'`, 'did not print credentials'],
    ['prints too much', 'yes', 'was ended, because it printed more than 1 MiB'],
  ])('that %s is refused', async (_name, script, message) => {
    const text = await refusalOf(environmentWithHelper(script));
    expect(text).toContain(`The credential helper docker-credential-test ${message}`);
    expect(text).toContain(`Log in again: docker login ${host}`);
  });

  test('that is not installed is refused', async () => {
    expect(await refusalOf(environmentOf({ credsStore: 'missing' }))).toContain('cannot be started (ENOENT)');
  });

  test('is not asked for another registry', async () => {
    const env = environmentWithHelper('touch "$0.ran"', { credHelpers: { 'other.example.com': 'test' } });
    expect(await findCredentials(host, env)).toBeUndefined();
    expect(existsSync(join(env.DOCKER_CONFIG, 'docker-credential-test.ran'))).toBe(false);
  });
});
