/** `strongroom with`: a program of this machine gets secrets, and its output is masked. */
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { passMasked } from '../../../../src-cli/commands/with/pass-masked.ts';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { createOutputMask } from '../../../../src-shared-node/masking/output-mask.ts';
import { byteUnits } from '../../../../src-shared-node/masking/output-units.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { hasTerminal, runOnTerminal } from '../../../support/terminal.ts';
import { cliBundle, commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();
let command: TestCommand;
let user: TestUser;

beforeAll(async () => {
  ({ command, user } = await fixture.forNewUser());
  await command.run(['secrets', 'set', 'TOKEN'], { input: 'value-of-the-token' });
  await command.run(['secrets', 'set', 'PIN'], { input: '1234' });
});

const setRelease = (release: boolean) => user.session.call(updateSettings, { body: { secrets: { release } } });
const withToken = (...program: string[]) =>
  command.run(['with', 'TOKEN', '--password-stdin', '--', ...program], { input: `${user.password}\n` });

describe('strongroom with', () => {
  it('is off until the owner allows it', async () => {
    const refused = await withToken('env');
    expect(refused).toMatchObject({ exitCode: 77, stdout: '' });
    expect(refused.stderr).toContain('strongroom secrets release on');
    const turned = await command.run(['secrets', 'release', 'on', '--json'], { input: `${user.password}\n` });
    expect(JSON.parse(turned.stdout)).toEqual({ release: true });
    expect(await command.run(['secrets', 'release', 'off'], { input: 'not the password\n' })).toMatchObject({
      exitCode: 77,
    });
  });

  it('masks what the program prints, also split across writes, and has its exit code', async () => {
    await setRelease(true);
    const begin = 'value-of-the-';
    const code = `printf '${begin}'; printf 'token\\n'; printf %s "$TOKEN" | base64 >&2; exit 3`;
    const ran = await withToken('sh', '-c', code);
    expect(ran).toEqual({ exitCode: 3, stdout: '***\n', stderr: '***\n' });
    const { logs } = await user.client.call(listAuditLog);
    expect(logs.find(({ action }) => action === 'secret.release')?.metadata).toMatchObject({ names: ['TOKEN'] });
  });

  it('leaves the arguments to the program, and says which value is too short to be masked', async () => {
    await setRelease(true);
    const args = ['with', 'PIN', 'TOKEN', '--password-stdin', '--', 'sh', '-c', 'echo "$PIN $*"', 'sh', '--json', '--'];
    expect(await command.run(args, { input: user.password })).toEqual({
      exitCode: 0,
      stdout: '1234 --json --\n',
      stderr: 'PIN is too short to be masked in the output of the program.\n',
    });
  });

  it('passes signals on, and has the exit code of a shell for a program that a signal ended', async () => {
    await setRelease(true);
    const args = [
      'with',
      'TOKEN',
      '--password-stdin',
      '--',
      'sh',
      '-c',
      'trap "echo trapped; kill -9 $$" TERM; echo on; while :; do sleep 0.1; done',
    ];
    const running = command.start(args, { input: user.password });
    await once(running.stdout, 'data');
    running.kill('SIGTERM');
    const { exitCode, stdout } = await running;
    expect({ exitCode, stdout }).toEqual({ exitCode: 137, stdout: 'on\ntrapped\n' });
  });

  it('names what is wrong before it asks for the password, and runs nothing', async () => {
    const file = join(command.folder, 'not-executable');
    writeFileSync(file, 'echo ran');
    chmodSync(file, 0o600);
    const codes: [args: string[], exitCode: number][] = [
      [['with', 'TOKEN'], 64],
      [['with', '--', 'env'], 64],
      [['with', 'NOT-A-NAME', '--', 'env'], 64],
      [['with', 'TOKEN', '--', 'no-such-program'], 127],
      [['with', 'TOKEN', '--', file], 126],
    ];
    for (const [args, exitCode] of codes)
      expect(await command.run(args), args.join(' ')).toMatchObject({ exitCode, stdout: '' });
    const given = { env: { STRONGROOM_URL: fixture.daemon().url } };
    expect(await command.run(['with', 'TOKEN', '--', 'env'], given)).toMatchObject({ exitCode: 64 });
  });

  it.runIf(hasTerminal)('asks at the terminal, and leaves stdin to the program', async () => {
    await setRelease(true);
    const script = `printf 'from stdin' | "$@" with TOKEN -- sh -c 'cat; echo " and $TOKEN"; test -t 1 || echo no terminal'`;
    const strongroom = [process.execPath, '--', cliBundle, '--data-dir', command.dataDir];
    const { exitCode, shown } = await runOnTerminal(['/bin/sh', '-c', script, 'sh', ...strongroom], {
      typing: [{ after: 'Password: ', keys: `${user.password}\r` }],
      cwd: command.folder,
      env: { ...process.env, ...command.env, STRONGROOM_API_KEY: user.apiKey },
    });
    expect(exitCode, shown).toBe(0);
    expect(shown).toContain('from stdin and ***');
    expect(shown).toContain('no terminal');
    expect(shown).not.toContain(user.password);
  });
});

it('a value that comes in parts is masked as a whole, and bytes around it are unchanged', async () => {
  const mask = createOutputMask(['value-of-the-token'], { units: byteUnits });
  const [source, target] = [new PassThrough(), new PassThrough()];
  const passed = text(target.setEncoding('latin1'));
  const passing = passMasked(source, target, mask).then(() => target.end());
  const bytes = Buffer.from('\u00ff\u00fe value-of-the-token \0 value-of-the-toke\n', 'latin1');
  for (const byte of bytes) source.write(Buffer.of(byte));
  source.end();
  await passing;
  expect(await passed).toBe('\u00ff\u00fe *** \0 value-of-the-toke\n');
});
