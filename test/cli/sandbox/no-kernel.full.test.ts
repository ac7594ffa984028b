/** A sandbox of a language that has no cells. Its image takes a minute to build, so it is not among the other refusals. */
import { expect, it } from 'vitest';
import { installInDaemon, installLimitMs } from '../../engine/docker/images/installed-families.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon } from '../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('the command line', () => {
  it('says how a program runs in a sandbox of a language without cells', { timeout: installLimitMs }, async () => {
    const { command, user } = await fixture.forNewUser();
    await installInDaemon(['scripting'], user);
    const { stdout: id } = await command.run(['sandbox', 'create', '-l', 'ruby', '--memory', '160', '--disk', '64']);
    const refused = await command.run(['repl', '--sandbox', id.trimEnd()], { input: '1' });
    expect(refused.stderr).toContain('strongroom run');
    await command.run(['sandbox', 'rm', '--all', '--yes']);
  });
});
