/** Runs with network rules in a real sandbox, from the command line. Nothing outside of this machine is needed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { hasTerminal, runOnTerminal } from '../../support/terminal.ts';
import { cliBundle, commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();
/** Opens a TLS connection. The sandbox accepts a connection before it is checked, so the program must use it. */
const connect = `
import socket, ssl, sys
host, port = sys.argv[1], int(sys.argv[2])
try: ssl.create_default_context().wrap_socket(socket.create_connection((host, port), 20), server_hostname=host)
except OSError as error: print(type(error).__name__)`;

describeWithEngine('a run with network rules', () => {
  let command: TestCommand;
  let apiKey: string;
  let path: string;
  beforeAll(async () => {
    const { user, command: own } = await fixture.forNewUser();
    ({ apiKey } = user);
    command = own;
    path = join(command.folder, 'connect.py');
    writeFileSync(path, connect);
    const allowed = await command.run(['network', 'allow', '*.example:443', '*.invalid']);
    expect(allowed).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('reports a host that no rule allows, and the option that would', async () => {
    const { exitCode, stdout, stderr } = await command.run([
      'run',
      '--allow',
      'api.example',
      '--verbose',
      path,
      'other.example',
      '443',
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'gaierror\n' });
    expect(stderr).toMatch(
      /^strongroom: blocked other\.example(:443)?: no rule allows this host \(--allow other\.example\)\n.*runs network run_/,
    );
  });

  it('keeps the report, which runs network shows', async () => {
    const run = await command.run(['run', '--allow', 'none.invalid', '--json', path, 'none.invalid', '443']);
    const { id, network } = JSON.parse(run.stdout);
    expect(network.totals).toMatchObject([{ host: 'none.invalid', port: 443, rule: 0, reasons: ['name_not_found'] }]);
    expect(JSON.parse((await command.run(['runs', 'network', id, '--json'])).stdout)).toEqual(network);
    expect((await command.run(['runs', 'network', id])).stdout).toMatch(
      /\nnone\.invalid +443 +allow\[0\] .* name_not_found\n/,
    );
    expect((await command.run(['runs', 'ls', '--limit', '1'])).stdout).toContain(id);
  });

  it('gives a placeholder in place of a secret with hosts', async () => {
    const set = ['secrets', 'set', 'TOKEN', '--host', 'api.example'];
    expect(await command.run(set, { input: 'value-of-the-token' })).toMatchObject({ exitCode: 0 });
    const print = (...options: string[]) => ['exec', ...options, 'python', 'import os; print(os.environ["TOKEN"])'];
    const bound = await command.run(print('--secret-at', 'TOKEN=api.example'));
    expect(bound).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^srph_TOKEN_\w{22}\n$/) });
    const misplaced = await command.run(print('--secret-at', 'TOKEN=other.example'));
    expect(misplaced).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('secrets set NAME --host HOST') });
    const named = await command.run(print('--secret', 'TOKEN'));
    expect(named).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('Write --secret-at NAME instead') });
  });

  it('outside of the ceiling is refused with the command that allows it', async () => {
    const refused = await command.run(['exec', '--allow', 'api.example', '--allow', 'a.org:8443', 'python', 'pass']);
    expect(refused).toMatchObject({ exitCode: 77, stdout: '' });
    expect(refused.stderr).toContain('Allow it with: strongroom network allow a.org:8443\n');
    await command.run(['network', 'allow', 'a.org:8443']);
    expect(await command.run(['exec', '--allow', 'a.org:8443', 'python', 'pass'])).toMatchObject({ exitCode: 0 });
  });

  it('uses the rules that are stored with a script', async () => {
    const put = ['vault', 'put', 'job', path, '--allow', 'api.example'];
    expect(await command.run(put, { input: 'master password' })).toMatchObject({ exitCode: 0 });
    expect((await command.run(['vault', 'ls'])).stdout).toContain('api.example');
    const args = ['vault', 'run', '--verbose', 'job', 'other.example', '443'];
    const run = await command.run(args, { input: 'master password' });
    expect(run).toMatchObject({ stdout: 'gaierror\n', stderr: expect.stringContaining('no rule allows this host') });
  });

  it('shows the connections of a sandbox', async () => {
    const created = await command.run(['sandbox', 'create', '--allow', 'api.example', '--file', path]);
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const id = created.stdout.trim();
    const process = await command.run(['sandbox', 'exec', id, '--', 'python3', 'connect.py', 'other.example', '443']);
    expect(process.stdout).toBe('gaierror\n');
    const shown = async () => (await command.run(['sandbox', 'network', id.slice(0, 12)])).stdout;
    await expect.poll(shown).toMatch(/\nother\.example .* name_not_allowed +-\n/);
    expect(await command.run(['sandbox', 'rm', id])).toMatchObject({ exitCode: 0 });
  });

  it.skipIf(!hasTerminal)('asks at the terminal about a connection that is held', async () => {
    const argv = [process.execPath, cliBundle, '--data-dir', fixture.daemon().config.dataDir];
    const { exitCode, shown } = await runOnTerminal([...argv, 'run', '--ask', path, 'other.example', '443'], {
      typing: [{ after: 'Allow the connection to other.example:443? [y/N, a = all ports of this host] ', keys: '\r' }],
      env: { ...command.env, STRONGROOM_API_KEY: apiKey },
      cwd: command.folder,
    });
    expect({ exitCode, shown }).toMatchObject({
      exitCode: 0,
      shown: expect.stringContaining('no one allowed it in time'),
    });
  });
});
