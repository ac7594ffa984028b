/** Any process can take the port of a daemon that does not run. The packages for TypeScript and Python send it nothing. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { Strongroom } from '../../clients/typescript/src/index.ts';
import { startChildDaemon, temporaryDataDir } from '../support/daemon/child-daemon.ts';
import { squat } from '../support/daemon/squatter.ts';
import { registerUser } from '../support/daemon/test-daemon.ts';

const sources = join(import.meta.dirname, '../../clients/python/src');
const typescript = join(import.meta.dirname, '../../clients/typescript/src/index.ts');

type Ask = (dataDir: string, apiKey: string) => Promise<string>;

const script = `
import os
from strongroom import Strongroom, StrongroomError
client = Strongroom(data_dir=os.environ.get("DATA_DIR"))
try:
    print([secret["name"] for secret in client.secrets.list()], end="")
except StrongroomError as error:
    print(error.code, error, end="")
`;
const module = `
import { Strongroom } from ${JSON.stringify(typescript)};
const client = new Strongroom();
const answer = await client.secrets.list().catch(({ code, message }) => code + ' ' + message);
process.stdout.write(typeof answer === 'string' ? answer : '[' + answer.map(({ name }) => name) + ']');
`;

/** Each way lists the secrets of the key, and returns their names or the error. */
const ways: readonly [name: string, ask: Ask][] = [
  [
    'TypeScript',
    async (dataDir, apiKey) =>
      await new Strongroom({ dataDir, apiKey }).secrets.list().then(
        (secrets) => `[${secrets.map(({ name }) => name)}]`,
        ({ code, message }) => `${code} ${message}`,
      ),
  ],
  [
    'TypeScript without an option',
    (dataDir, apiKey) => inDefaultFolder(process.execPath, ['-e', module], { dataDir, apiKey }),
  ],
  ['Python', (dataDir, apiKey) => python({ DATA_DIR: dataDir, STRONGROOM_API_KEY: apiKey })],
  [
    'Python without an option',
    (dataDir, apiKey) => inDefaultFolder('/usr/bin/python3', ['-c', script], { dataDir, apiKey }),
  ],
];

async function python(env: Record<string, string>): Promise<string> {
  const { stdout } = await execa('/usr/bin/python3', ['-c', script], { env: { ...env, ...pythonEnv } });
  return stdout;
}

const pythonEnv = { PYTHONPATH: sources, PYTHONDONTWRITEBYTECODE: '1' };

/** Makes the data folder the default one of the program. */
async function inDefaultFolder(file: string, args: string[], given: { dataDir: string; apiKey: string }) {
  const options = file === process.execPath ? ['--input-type=module'] : [];
  const env = { ...pythonEnv, XDG_DATA_HOME: dirname(given.dataDir), STRONGROOM_API_KEY: given.apiKey };
  const { stdout } = await execa(file, [...options, ...args], { env });
  return stdout;
}

/** The folder has the name that the default one has. */
function namedDataDir(): string {
  const { dataDir } = temporaryDataDir();
  const named = join(dataDir, 'strongroom');
  mkdirSync(named, { recursive: true, mode: 0o700 });
  return named;
}

test('the packages use the socket of the daemon, which proves itself, and nothing when it was killed', async () => {
  const dataDir = namedDataDir();
  const child = await startChildDaemon(dataDir);
  const { apiKey } = await registerUser(child.url);
  for (const [name, ask] of ways) expect([name, await ask(dataDir, apiKey)]).toEqual([name, '[]']);
  child.process.kill('SIGKILL');
  await child.exited;
  const squatter = await squat(Number(new URL(child.url).port));
  for (const [name, ask] of ways) {
    const answer = await ask(dataDir, apiKey);
    expect([name, answer]).toEqual([name, expect.stringMatching(/^connection_failed No daemon runs for /)]);
  }
  expect(squatter.received()).toEqual([]);
  await squatter.close();
});

test('a program at the socket that lacks the proof gets a nonce; a run file that others can read is refused', async () => {
  const dataDir = namedDataDir();
  const child = await startChildDaemon(dataDir);
  const path = join(dataDir, 'run/daemon.json');
  const content = readFileSync(path, 'utf8');
  child.process.kill('SIGKILL');
  await child.exited;
  const { socketPath } = JSON.parse(content);
  rmSync(socketPath, { force: true });
  writeFileSync(path, content, { mode: 0o600 });
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ proof: Buffer.alloc(32).toString('base64') }));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  for (const [, ask] of ways) expect(await ask(dataDir, 'srk_key_of_the_user')).toContain('No daemon runs');
  expect(seen).toHaveLength(ways.length);
  expect(seen.filter((request) => !request.startsWith('/api/v1/handshake '))).toEqual([]);
  expect(seen.join()).not.toContain('srk_');

  chmodSync(path, 0o644);
  for (const [, ask] of ways) expect(await ask(dataDir, 'srk_key_of_the_user')).toContain('can be read by others');
  renameSync(path, `${path}.other`);
  for (const [, ask] of ways) expect(await ask(dataDir, 'srk_key_of_the_user')).toContain('No daemon runs');
  expect(seen).toHaveLength(ways.length);
  await new Promise((resolve) => server.close(resolve));
});
