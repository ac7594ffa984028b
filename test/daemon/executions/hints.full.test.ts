/** Hints about a run that failed: they come from facts about the run, and only from those that are true of it. */
import { expect, it } from 'vitest';
import { execute, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile({ keepsWarm: true, provesEngine: true });

async function hintsOf({ client }: TestUser, body: object) {
  const { hints = [] } = await client.call(execute, { body });
  return hints;
}

describeWithEngine('the hints of a failed run', () => {
  it.each([
    [
      'a module of a package',
      { language: 'python', code: 'import yaml' },
      {
        code: 'package_missing',
        action: { type: 'add_package', language: 'python', name: 'PyYAML', isKnown: true },
      },
    ],
    [
      'a module of a package in JavaScript',
      { language: 'javascript', code: 'require("lodash/fp")' },
      {
        code: 'package_missing',
        action: { type: 'add_package', language: 'javascript', name: 'lodash', isKnown: false },
      },
    ],
    [
      'packages that the request turned off',
      { language: 'python', code: 'import requests', packages: false },
      { code: 'packages_off', action: { type: 'use_packages' } },
    ],
    [
      'a host without a network, which the message does not name',
      { language: 'python', code: 'import urllib.request as r\nr.urlopen("https://api.example.com/v1")' },
      { code: 'network_off', action: { type: 'allow_host', host: 'api.example.com', port: 443 } },
    ],
    [
      'a host without a network, which the message names',
      { language: 'javascript', code: 'await import("node:dns/promises").then((d) => d.lookup("a.example.org"))' },
      { code: 'network_off', action: { type: 'allow_host', host: 'a.example.org', port: 443 } },
    ],
    [
      'a file whose folder was lost',
      { language: 'python', code: 'open("data/in.csv")', files: [{ path: 'in.csv', content: 'a,b' }] },
      { code: 'folder_missing', text: expect.stringContaining('in.csv') },
    ],
    [
      'a file of this computer',
      { language: 'bash', code: 'cat /home/me/notes.txt' },
      { code: 'file_missing', text: expect.stringContaining('/home/me/notes.txt') },
    ],
    [
      'a command that the image lacks',
      { language: 'bash', code: 'terraform plan' },
      { code: 'command_missing', text: expect.stringContaining('terraform') },
    ],
    [
      'a command that a program starts',
      { language: 'python', code: 'import subprocess; subprocess.run(["ffmpeg", "-version"])' },
      { code: 'command_missing', text: expect.stringContaining('ffmpeg') },
    ],
    [
      'input that a program reads',
      { language: 'python', code: 'name = input()' },
      { code: 'input_missing', action: { type: 'give_input' } },
    ],
    [
      'more memory than there is',
      { language: 'python', code: 'x = bytearray(300 << 20)', memoryMb: 64 },
      { code: 'memory_limit', action: { type: 'raise_memory', memoryMb: 128 } },
    ],
    [
      'more time than there is',
      { language: 'python', code: 'while True: pass', timeoutMs: 500 },
      { code: 'time_limit', action: { type: 'raise_time', timeoutMs: 1000 } },
    ],
  ])('%s', async (_what, body, expected) => {
    const hints = await hintsOf(await daemon().newUser(), body);
    expect(hints).toEqual([expect.objectContaining(expected)]);
  });

  it('names a secret that the program did not get, whether it is a variable or bound to a host', async () => {
    const user = await daemon().newUser();
    await user.client.call(putSecret, { params: { name: 'PLAIN_TOKEN' }, body: { value: 'a value of some length' } });
    await user.client.call(putSecret, {
      params: { name: 'BOUND_TOKEN' },
      body: { value: 'a value of some length', hosts: [{ host: 'api.example.com' }] },
    });
    const code = 'import os\nprint(os.environ.get("PLAIN_TOKEN", "none"))\nos.environ["BOUND_TOKEN"]';
    const got = await hintsOf(user, { language: 'python', code });
    expect(got).toEqual([
      expect.objectContaining({
        code: 'secret_needs_host',
        action: { type: 'use_secret', name: 'BOUND_TOKEN', hosts: ['api.example.com'] },
      }),
    ]);
    const without = await hintsOf(user, { language: 'python', code, secrets: [] });
    expect(without.map(({ action }) => action)).toEqual([
      { type: 'use_secret', name: 'BOUND_TOKEN', hosts: ['api.example.com'] },
      { type: 'use_secret', name: 'PLAIN_TOKEN' },
    ]);
    const stranger = await daemon().newUser();
    expect(await hintsOf(stranger, { language: 'python', code: code.replace('.get', '.get'), secrets: [] })).toEqual(
      [],
    );
  });

  it('offers the rule for a host that the rules do not allow', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { network: { ceiling: [{ host: '*.example.com' }] } } });
    const code = 'import urllib.request as r\nr.urlopen("https://b.example.com/")';
    const network = { allow: [{ host: 'a.example.com' }] };
    expect(await hintsOf(user, { language: 'python', code, network })).toEqual([
      expect.objectContaining({
        code: 'host_blocked',
        action: { type: 'allow_host', host: 'b.example.com', port: 443 },
      }),
    ]);
  });

  it('are stored with the run, and absent for a program that succeeded or failed by its own choice', async () => {
    const { client } = await daemon().newUser();
    const { id, hints } = await client.call(execute, { body: { language: 'python', code: 'import yaml' } });
    expect(hints).toHaveLength(1);
    expect((await client.call(readExecution, { params: { id } })).hints).toEqual(hints);
    const fine = 'try:\n  import yaml\nexcept ImportError as e: print(e)';
    for (const code of [fine, 'raise SystemExit(3)'])
      expect(await client.call(execute, { body: { language: 'python', code } })).not.toHaveProperty('hints');
  });
});
