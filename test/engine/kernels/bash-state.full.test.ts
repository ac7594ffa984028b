/** State that one cell of Bash leaves for the next: traps, functions of the names of builtins, closed output. */
import { expect, it } from 'vitest';
import { describeBash, startBash } from './start-kernels.ts';

const builtins =
  'return : set unset source exec eval shopt declare local break continue trap compgen export alias printf read echo type test command';

describeBash('a cell of the Bash kernel', () => {
  it.each([
    ['DEBUG', 'before\nshown\n'],
    ['RETURN', 'shown\n'],
    ['ERR', 'shown\n'],
  ])('has a trap of %s for itself only', async (name, own) => {
    const kernel = await startBash();
    expect((await kernel.run(`trap 'echo before' ${name}; echo shown`)).stdout).toBe(own);
    const next = await kernel.run('f() { false; }; f; echo next');
    expect(next).toMatchObject({ status: 'ok', stdout: 'next\n', stderr: '' });
  });

  it('has a trap of EXIT that runs at the end of the context, and keeps the context at errors', async () => {
    const kernel = await startBash();
    await kernel.run('x=1; finish() { trap \'echo "finished $?"\' EXIT; }');
    expect((await kernel.run('finish')).stdout).toBe('');
    expect(await kernel.run('set -eu; echo "$unset"')).toMatchObject({ status: 'error', exitCode: 1 });
    expect((await kernel.run('echo "$x"; set +eu')).stdout).toBe('1\n');
    await expect(kernel.run('exit 3')).rejects.toThrow('has closed its channel');
    expect(await kernel.exited).toEqual({ code: 3, signal: null });
    expect(kernel.stdout()).toBe('1\nfinished 3\n');
  });

  it.each(builtins.split(' '))('can be followed by others after it has defined a function named %s', async (name) => {
    const kernel = await startBash();
    await kernel.run(`x=1; ${name}() { builtin echo mine; }`);
    expect(await kernel.run('builtin echo "$x"')).toMatchObject({ status: 'ok', stdout: '1\n', stderr: '' });
    await kernel.run('builtin set -u; builtin echo "$unset"');
    expect(await kernel.run('builtin set +u; builtin echo "$x"')).toMatchObject({ stdout: '1\n', stderr: '' });
    expect((await kernel.run(`${name} 2> /dev/null`)).stdout).toBe('mine\n');
  });

  it('prints after an earlier one has closed its output', async () => {
    const kernel = await startBash();
    await kernel.run('exec >&- 2>&-');
    expect(await kernel.run('echo out; echo err >&2')).toMatchObject({
      status: 'ok',
      stdout: 'out\n',
      stderr: 'err\n',
    });
    await kernel.run('exec > /dev/null');
    expect((await kernel.run('echo out')).stdout).toBe('');
  });

  it('prints after an error has ended the shell inside of a redirection', async () => {
    const kernel = await startBash();
    await kernel.run('f() { echo "$unset"; }; set -eu');
    expect((await kernel.run('{ f; } > /dev/null 2>&1')).exitCode).toBe(1);
    expect(await kernel.run('echo out; echo err >&2')).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
    expect((await kernel.run('read -r line || echo "end of input"')).stdout).toBe('end of input\n');
  });

  it('traces and echoes only its own commands', async () => {
    const kernel = await startBash();
    await kernel.run('set -x');
    expect((await kernel.run('(exit 3)')).stderr).not.toContain('__strongroom_status');
    await kernel.run('set +x; set -v');
    expect(await kernel.run('echo a')).toMatchObject({ stdout: 'a\n', stderr: '' });
  });
});
