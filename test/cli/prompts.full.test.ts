/** Prompts on a terminal: the question is shown, the input is not, and the value arrives. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execute } from '../../src-shared/contracts/executions.contract.ts';
import { listSecrets, putSecret } from '../../src-shared/contracts/secrets.contract.ts';
import { testPassword } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { hasTerminal, runOnTerminal, type Typing } from '../support/terminal.ts';
import { cliBundle, commandWithDaemon } from './command.ts';

const fixture = commandWithDaemon();

interface Given {
  apiKey?: string;
  program?: string[];
}

function onTerminal(args: string[], typing: Typing[], { apiKey, program }: Given = {}) {
  const env = {
    XDG_CONFIG_HOME: join(fixture.folder, 'config'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    STRONGROOM_API_KEY: apiKey,
  };
  const argv = [...(program ?? [process.execPath, cliBundle]), '--data-dir', fixture.daemon().config.dataDir, ...args];
  return runOnTerminal(argv, { typing, env, cwd: fixture.folder });
}

describe.skipIf(!hasTerminal)('on a terminal', () => {
  it('login asks for the address and the password, and shows only the address', async () => {
    const user = await fixture.daemon().newUser();
    const typing = [
      { after: 'E-mail: ', keys: `${user.email}\r` },
      { after: 'Password: ', keys: `${testPassword}\r` },
    ];
    const { exitCode, shown } = await onTerminal(['login'], typing);
    expect({ exitCode, shown }).toMatchObject({ exitCode: 0, shown: expect.stringContaining(user.email) });
    expect(shown).toContain(`Logged in as ${user.email}.`);
    expect(shown).not.toContain(testPassword);
    expect(await onTerminal(['whoami'], [])).toMatchObject({ exitCode: 0, shown: `${user.email}\r\n` });
  });

  it('vault asks twice for a new master password and once for a known one', async () => {
    const { user } = await fixture.forNewUser();
    const password = 'a master password';
    writeFileSync(join(fixture.folder, 'job.py'), 'print("sealed")\n');
    const put = ['vault', 'put', 'job', 'job.py'];
    const first = { after: 'assword: ', keys: `${password}\r` };
    const slip = await onTerminal(put, [first, { after: 'Once more: ', keys: 'another\r' }], { apiKey: user.apiKey });
    expect({ exitCode: slip.exitCode, shown: slip.shown }).toMatchObject({
      exitCode: 64,
      shown: expect.stringContaining('The two entries differ; nothing was changed. Try again.'),
    });
    const stored = await onTerminal(put, [first, { after: 'Once more: ', keys: `${password}\r` }], {
      apiKey: user.apiKey,
    });
    expect(stored.exitCode).toBe(0);
    const read = await onTerminal(['vault', 'get', 'job'], [first], { apiKey: user.apiKey });
    expect(read).toMatchObject({ exitCode: 0, shown: expect.stringContaining('print("sealed")') });
    for (const { shown } of [slip, stored, read]) expect(shown).not.toContain(password);
  });

  it('secrets edit asks for the password before it adds a host', async () => {
    const { user } = await fixture.forNewUser();
    const body = { value: 'a value', hosts: [{ host: 'api.example.com' }] };
    await user.client.call(putSecret, { params: { name: 'BOUND' }, body });
    const edit = ['secrets', 'edit', 'BOUND', '--host', 'api.example.com', '--host', 'api.example.org'];
    const password = { after: 'Password: ', keys: `${testPassword}\r` };
    const { exitCode, shown } = await onTerminal(edit, [password], { apiKey: user.apiKey });
    expect({ exitCode, shown }).toMatchObject({ exitCode: 0, shown: expect.stringContaining('BOUND: version 2') });
    const { secrets } = await user.client.call(listSecrets);
    expect(secrets[0]?.hosts).toEqual([{ host: 'api.example.com' }, { host: 'api.example.org' }]);
  });

  it('Ctrl+C at a question ends the command with 130', async () => {
    const { user } = await fixture.forNewUser();
    const typing = [{ after: 'Value: ', keys: 'half\u0003' }];
    const { exitCode, shown } = await onTerminal(['secrets', 'set', 'HALF'], typing, { apiKey: user.apiKey });
    expect(exitCode).toBe(130);
    expect(shown).not.toContain('half');
  });
});

describeWithEngine('a terminal', () => {
  it.skipIf(!hasTerminal)('gives a secret to the programs that is never shown', async () => {
    const { user } = await fixture.forNewUser();
    const value = 'typed: é"$x';
    const typing = [{ after: 'Value: ', keys: `${value}\r` }];
    const { exitCode, shown } = await onTerminal(['secrets', 'set', 'TYPED'], typing, { apiKey: user.apiKey });
    expect(exitCode).toBe(0);
    expect(shown).toMatch(/^Value: \r\nTYPED: version 1\r\n$/);
    const code = `import os; print(os.environ["TYPED"] == ${JSON.stringify(value)})`;
    const body = { language: 'python', code, secrets: ['TYPED'] };
    expect(await user.client.call(execute, { body })).toMatchObject({ stdout: 'True\n' });
  });

  // If the command continues on another Node than the one that starts it, both have the terminal.
  const otherNode = nodeOfAnotherVersion();
  it.skipIf(!hasTerminal || otherNode === undefined)('takes one Ctrl+C for one', async () => {
    const { user } = await fixture.forNewUser();
    const code = 'import time\nprint("on", flush=True)\ntime.sleep(60)';
    const linked = [otherNode ?? '', join(import.meta.dirname, '../../scripts/strongroom.mjs')];
    const typing = [{ after: 'on', keys: '\u0003' }];
    const { exitCode, shown } = await onTerminal(['exec', 'python', code], typing, {
      apiKey: user.apiKey,
      program: linked,
    });
    expect({ exitCode, shown }).toMatchObject({
      exitCode: 130,
      shown: expect.stringContaining('strongroom: cancelled'),
    });
  });
});

function nodeOfAnotherVersion(): string | undefined {
  return ['/usr/local/bin/node', '/usr/bin/node'].find((path) => {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
      return !version.startsWith(`v${process.versions.node.split('.')[0]}.`);
    } catch {
      return false;
    }
  });
}
