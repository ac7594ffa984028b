import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { busyCell, describeBash, startBash } from './start-kernels.ts';

describeBash('an interrupt of the Bash kernel', () => {
  it.each([
    ['a program', 'sleep 600'],
    ['a busy loop', 'while :; do :; done'],
    ['a pipeline', 'sleep 600 | cat'],
    ['a subshell', '(while :; do :; done)'],
    ['a command substitution', 'y=$(sleep 600)'],
    ['wait', 'sleep 600 & wait'],
    ['read', 'read line < <(sleep 600)'],
    ['read with a time limit', 'read -rt 600 line < <(sleep 600)'],
    ['read under TMOUT', 'TMOUT=600; read line < <(sleep 600)'],
    ['functions in conditions', 'f() { sleep 600; }; g() { f || f; }; if g; then g; fi || g'],
    ['a loop of programs', 'for ((;;)); do sleep 0.01; done'],
    ['a sourced file', 'source <(echo "sleep 600; echo not reached")'],
  ])('ends %s, and keeps the state', async (_name, code) => {
    const kernel = await startBash();
    const cell = kernel.run(`kept=42; echo started; ${code}; echo not reached`);
    await kernel.printed('started');
    expect(await kernel.interrupt(cell)).toMatchObject({ status: 'interrupted', exitCode: 130, stdout: 'started\n' });
    expect(await kernel.run('echo "$kept $-"')).toMatchObject({ status: 'ok', stdout: '42 hBE\n' });
  });

  it('ends a cell under set -e, and keeps the option', async () => {
    const kernel = await startBash();
    const cell = kernel.run(`set -e; ${busyCell}; echo not reached`);
    await kernel.printed('started');
    expect((await kernel.interrupt(cell)).status).toBe('interrupted');
    expect(await kernel.run('false; echo not reached')).toMatchObject({ status: 'error', exitCode: 1, stdout: '' });
  });

  it.each([
    ['a program', 'sleep 600'],
    ['a pipeline', 'sleep 600 | cat'],
    ['a subshell', '(while :; do :; done)'],
    ['a subshell after read', 'while read -r line; do (sleep 600); done <<< text'],
    ['a function in a condition', 'f() { sleep 600; }; f || echo not reached'],
    ['a program that handles SIGINT', `bash -c 'trap "exit 0" INT; while :; do :; done'`],
  ])('notices the end of background jobs after an interrupt of %s', async (_name, code) => {
    const kernel = await startBash();
    const cell = kernel.run(`echo started; ${code}; echo not reached`);
    await kernel.printed('started');
    expect(await kernel.interrupt(cell)).toMatchObject({ status: 'interrupted', stdout: 'started\n' });
    // Bash has reaped a job when `kill -0` fails.
    const { stdout } = await kernel.run(
      'true & SECONDS=0; while kill -0 $! 2> /dev/null && ((SECONDS < 4)); do :; done; jobs',
    );
    expect(stdout).toMatch(/^\[1\]\+? +Done +true\n$/);
  });

  it('has no effect between cells, and after a cell that has set its own trap', async () => {
    const kernel = await startBash();
    kernel.signal('SIGINT');
    expect((await kernel.run('trap "echo mine" INT')).status).toBe('ok');
    kernel.signal('SIGINT');
    const cell = kernel.run(busyCell);
    await kernel.printed('started');
    expect(await kernel.interrupt(cell)).toMatchObject({ status: 'interrupted', stdout: 'started\n' });
  });

  it('never breaks the channel, at any moment of a cell that starts no program', async () => {
    const kernel = await startBash();
    for (let round = 0; round < 40; round += 1) {
      const cell = kernel.run('f() { :; }; for n in {1..600}; do f; done');
      await sleep(round % 8);
      kernel.signal('SIGINT');
      expect(['ok', 'interrupted']).toContain((await cell).status);
    }
    expect((await kernel.run('echo "$-"')).stdout).toBe('hBE\n');
  });
});
