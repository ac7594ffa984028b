import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeBash, startBash } from './start-kernels.ts';

describeBash('completion and inspection of the Bash kernel', () => {
  it.each([
    ['echo $long_n', ['long_name'], 6],
    ['echo "${long_n', ['long_name'], 8],
    ['if greet_', ['greet_all'], 3],
    ['x=1; y=$(greet_', ['greet_all'], 9],
    ['cat bl', ['blank\\ name/'], 4],
    ['cat "bl', ['blank name/'], 5],
    ['cat blank\\ na', ['blank\\ name/'], 4],
    ['echo 😀; cat quo', ['quote\\"\\\\'], 13],
    ['cat inva', ['invalid\ufffd\u0001'], 4],
    ['unse', ['unset'], 0],
  ])('completes %s', async (code, matches, start) => {
    const kernel = await startBash();
    mkdirSync(join(tmpdir(), 'blank name'), { recursive: true });
    writeFileSync(join(tmpdir(), 'quote"\\'), '');
    writeFileSync(Buffer.concat([Buffer.from(join(tmpdir(), 'invalid')), Buffer.of(0xe9, 0x01)]), '');
    await kernel.run('long_name=1; greet_all() { :; }');
    expect(await kernel.complete(code)).toMatchObject({ matches, start, end: code.length });
  });

  it('describes variables, functions, programs and builtins', async () => {
    const kernel = await startBash();
    await kernel.run("list=(1 $'a\\tb\"'); greet() { echo hi; }");
    for (const [code, text] of [
      ['echo $list', 'declare -a list=([0]="1" [1]=$\'a\\tb"\')'],
      ['greet', 'greet is a function\ngreet () \n{ \n    echo hi\n}'],
      ['env', 'env is /usr/bin/env'],
    ] as const)
      expect((await kernel.inspect(code)).data?.['text/plain']).toContain(text);
    expect((await kernel.inspect('cd')).data?.['text/plain']).toContain('Change the shell working directory.');
    expect(await kernel.inspect('no-such-command')).toMatchObject({ found: false });
  });
});
