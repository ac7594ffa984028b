import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { busyCell, describeBash, startBash } from './start-kernels.ts';

describeBash('the Bash kernel', () => {
  it('keeps variables, functions, options, descriptors and the work directory between cells', async () => {
    const kernel = await startBash();
    mkdirSync(join(tmpdir(), 'below'));
    await kernel.run(
      'x=1; declare -A map=([0]=b); declare -i number=5; greet() { echo "hello $1"; }; cd below; set -f',
    );
    const { stdout, status, exitCode } = await kernel.run(
      'number+=2; greet you; echo "$x $map $number $(basename "$PWD") *"',
    );
    expect([stdout, status, exitCode]).toEqual(['hello you\n1 b 7 below *\n', 'ok', 0]);
    await kernel.run('set -- one two; exec 3>file; echo line >&3; IFS=,');
    expect((await kernel.run('echo second >&3; exec 3>&-; cat file; echo "$#$IFS"')).stdout).toBe('line\nsecond\n2,\n');
  });

  it('reports the exit code of a cell, which the next cell reads in $?', async () => {
    const kernel = await startBash();
    expect(await kernel.run('(exit 7)')).toMatchObject({ status: 'error', exitCode: 7, error: undefined });
    expect(await kernel.run('echo $?')).toMatchObject({ status: 'ok', exitCode: 0, stdout: '7\n' });
    expect(await kernel.run('return 9; echo no')).toMatchObject({ status: 'error', exitCode: 9, stdout: '' });
    expect((await kernel.run('set -o pipefail; false | true')).exitCode).toBe(1);
    await kernel.run('set -eu');
    expect(await kernel.run('(exit 4)')).toMatchObject({ status: 'error', exitCode: 4 });
    expect(await kernel.run('echo $?')).toMatchObject({ status: 'ok', stdout: '4\n' });
    await kernel.run('set +eu');
    expect(await kernel.run('')).toMatchObject({ status: 'ok', exitCode: 0 });
  });

  it.each([
    ['a syntax error', 'echo (', 2],
    ['an open quote', 'echo "a', 2],
    ['an unknown command', 'no-such-command', 127],
    ['a division by zero', 'echo $((1 / 0))', 1],
    ['break', 'break', 0],
    ['continue of two loops', 'for n in 1; do continue 2; done', 0],
    ['break of many loops', 'for n in 1; do break 9; done', 0],
    ['a read at the end of input', 'read line', 1],
    ['the posix option', 'set -o posix', 0],
    ['the functions read and printf', 'read() { :; }; printf() { :; }', 0],
    ['changed matching', 'shopt -s nullglob failglob nocasematch; LC_ALL=C; IFS=0123456789', 0],
  ])('continues after %s', async (_name, code, exitCode) => {
    const kernel = await startBash();
    expect((await kernel.run(code)).exitCode).toBe(exitCode);
    expect(await kernel.run('echo "still here"')).toMatchObject({ status: 'ok', stdout: 'still here\n' });
  });

  it('ends a cell at the first failure under set -e, and keeps the option', async () => {
    const kernel = await startBash();
    expect(await kernel.run('set -eu; false; echo no')).toMatchObject({ status: 'error', exitCode: 1, stdout: '' });
    const nested = 'inner() { (exit 4); echo no; }; outer() { inner; echo no; }; outer; echo no';
    expect(await kernel.run(nested)).toMatchObject({ status: 'error', exitCode: 4, stdout: '' });
    const handled = 'if false; then :; fi; inner || echo "$-"';
    expect((await kernel.run(handled)).stdout).toMatch(/^no\n$/);
    expect((await kernel.run('echo "$-"')).stdout).toMatch(/^e.*u/);
    expect(await kernel.run('set +eu; false; echo yes')).toMatchObject({ status: 'ok', stdout: 'yes\n' });
  });

  it.each([
    ['an unset variable under set -u', 'set -u; echo "$unset"; echo no', 1],
    ['an unset variable under set -eu', 'set -eu; echo "$unset"; echo no', 1],
    ['a required variable', `g() { echo "\${unset?}"; }; g; echo no`, 1],
    ['set -e under a trap of ERR', 'trap "echo failed" ERR; set -e; false; echo no', 1],
    ['exec of a program that does not exist', 'exec no-such-program', 127],
  ])('keeps the state after %s', async (_name, code, exitCode) => {
    const kernel = await startBash();
    await kernel.run(`x=1; readonly fixed=2; declare -A map=([key]='two words'); export shown=4; f() { echo "f $1"; }
      export -f f; cd /; umask 077; exec 7> "$OLDPWD/seven"; IFS=,; set -- a 'b c'; shopt -s nullglob; sleep 600 & job=$!`);
    expect(await kernel.run(code)).toMatchObject({ status: 'error', exitCode });
    const { stdout } =
      await kernel.run(`set +eu; echo "$x $fixed \${map[key]} $PWD $# $2 $IFS $(umask)"; bash -c 'f 5; echo "$shown"'
      echo written >&7; cat "$OLDPWD/seven"; shopt nullglob; kill $job && echo "job"`);
    expect(stdout).toBe('1 2 two words / 2 b c , 0077\nf 5\n4\nwritten\nnullglob       \ton\njob\n');
    const cell = kernel.run(busyCell);
    await kernel.printed('started');
    expect((await kernel.interrupt(cell)).status).toBe('interrupted');
  });

  it('continues under nocasematch, and with readonly variables of any name', async () => {
    const kernel = await startBash();
    expect(await kernel.run('shopt -s nocasematch; false')).toMatchObject({ status: 'error', exitCode: 1 });
    expect(await kernel.run('readonly status=5 code=6 name=7 value=8; true')).toMatchObject({
      status: 'ok',
      exitCode: 0,
    });
    expect((await kernel.run('false; echo "$status$code$name$value"; [[ a == A ]]')).stdout).toBe('5678\n');
    const cell = kernel.run(busyCell);
    await kernel.printed('started');
    expect(await kernel.interrupt(cell)).toMatchObject({ status: 'interrupted', exitCode: 130 });
    expect(await kernel.run('set -e; false; echo no')).toMatchObject({ status: 'error', stdout: '' });
  });

  it('keeps functions with extended patterns', async () => {
    const kernel = await startBash();
    await kernel.run('shopt -s extglob');
    await kernel.run('f() { [[ $1 == !(a|b) ]]; }; g() { echo g; }');
    await kernel.run('set -u; echo "$unset"');
    expect((await kernel.run('set +u; f c && ! f a && g; shopt extglob')).stdout).toBe('g\nextglob        \ton\n');
  });

  it('traces only the commands of the cell under set -x', async () => {
    const kernel = await startBash();
    await kernel.run('set -x');
    expect((await kernel.run('echo traced')).stderr).toMatch(/^\++ echo traced\n$/);
    expect((await kernel.run('set +x')).stderr).toMatch(/^\++ set \+x\n$/);
    expect((await kernel.run('echo quiet')).stderr).toBe('');
  });

  it('ends with the shell: by exit, and by exec of a program', async () => {
    const kernel = await startBash();
    await expect(kernel.run('trap "echo trapped" EXIT; exit 3')).rejects.toThrow('has closed its channel');
    expect(await kernel.exited).toEqual({ code: 3, signal: null });
    expect(kernel.stdout()).toBe('trapped\n');
    const other = await startBash();
    await expect(other.run('exec true')).rejects.toThrow('has closed its channel');
  });

  it('does not give its channel to programs', async () => {
    const kernel = await startBash();
    // The standard streams of the test are sockets as well.
    expect((await kernel.run('ls -l /proc/self/fd 2> /dev/null | grep -c socket')).stdout).toBe('0\n');
    const { stdout: names } = await kernel.run(
      'bash -c "echo one >&240; echo two >&3" 2>&1 | grep -c "Bad file descriptor"',
    );
    expect(names.trim()).toBe('2');
  });

  it('takes the environment of its context when it starts ahead of use', async () => {
    const warmEnvironment = { PATH: '/usr/bin:/bin', TEXT: 'two\nlines="é€😀"', EMPTY: '', 'not.a.name': 'x' };
    const kernel = await startBash({ warmEnvironment });
    const { stdout } = await kernel.run('env -0 | sort -z | tr "\\0" "|"; echo "$PWD"');
    expect(stdout).toContain('EMPTY=|');
    expect(stdout).toContain('TEXT=two\nlines="é€😀"|');
    expect(stdout).not.toMatch(/STRONGROOM_WARM|HOME=|__strongroom/);
    expect(stdout).toContain(tmpdir());
  });

  it('reads a cell of 100 KB, and the next operation after a code that contains NUL', async () => {
    const kernel = await startBash();
    const text = '"\\é😀'.repeat(12_500);
    expect((await kernel.run(`cat <<'END'\n${text}\nEND`)).stdout).toBe(`${text}\n`);
    expect((await kernel.run('echo a\0echo b')).stdout).toBe('a\n');
    expect((await kernel.run('echo c')).stdout).toBe('c\n');
  });
});
