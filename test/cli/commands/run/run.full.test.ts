/** Messages of `strongroom run` about a program that failed. */
import { beforeAll, expect, it } from 'vitest';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom run', () => {
  let command: TestCommand;
  beforeAll(async () => {
    ({ command } = await fixture.forNewUser());
  });

  it('says with --verbose what would help a program that failed, by name of the option or command', async () => {
    const failing = async (code: string, ...options: string[]) => {
      const { stderr } = await command.run(['exec', '--verbose', ...options, 'python', code]);
      return stderr.split('\n').filter((line) => line.startsWith('strongroom: '));
    };
    expect(await failing('import yaml')).toEqual([
      expect.stringMatching(/module yaml, .* \(strongroom packages add python PyYAML\)$/),
    ]);
    const fetching = 'import urllib.request as r\nr.urlopen("https://api.example.com")';
    expect(await failing(fetching)).toEqual([expect.stringMatching(/\(--allow api\.example\.com\)$/)]);
    expect(await failing('input()', '--no-stdin')).toEqual([expect.stringMatching(/\(pipe it in, or --stdin FILE\)$/)]);
  });
});
