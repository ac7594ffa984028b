import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const module = join(import.meta.dirname, '../../../src-daemon/process/harden-process.ts');

/** Runs `then` in a process of its own that has hardened itself, and answers what it wrote. */
async function hardened(body: string): Promise<{ stdout: string; stderr: string }> {
  const source = `const { hardenProcess } = await import(${JSON.stringify(module)}); hardenProcess();
    const { readFileSync, writeFileSync, statSync, rmSync } = await import('node:fs');
    const { setTimeout: sleep } = await import('node:timers/promises');
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  await once(child, 'close');
  return output;
}

describe.runIf(process.platform === 'linux')('a hardened process', () => {
  test('leaves no memory in a core dump', async () => {
    const { stdout } = await hardened(`
      console.log(readFileSync('/proc/self/coredump_filter', 'utf8').trim());
      console.log(/Max core file size +0 +0/.test(readFileSync('/proc/self/limits', 'utf8')));`);
    expect(stdout).toBe('00000000\ntrue\n');
  });

  test('opens no debugger on SIGUSR1', async () => {
    const { stdout, stderr } = await hardened(`
      process.kill(process.pid, 'SIGUSR1');
      await sleep(300);
      const inspector = await import('node:inspector');
      console.log(String(inspector.url()));`);
    expect(stdout).toBe('undefined\n');
    expect(stderr).not.toContain('Debugger');
  });

  test('writes files for its owner only', async () => {
    const { stdout } = await hardened(`
      const path = (await import('node:os')).tmpdir() + '/umask-' + process.pid;
      writeFileSync(path, '');
      console.log((statSync(path).mode & 0o777).toString(8));
      rmSync(path);`);
    expect(stdout).toBe('600\n');
  });
});

test.runIf(process.platform === 'linux')('without hardening the same signal opens the debugger', async () => {
  const source = `process.kill(process.pid, 'SIGUSR1');
    setInterval(() => { const url = require('node:inspector').url(); if (url) console.log(url); }, 20);`;
  const child = spawn(process.execPath, ['--inspect-port=0', '-e', source], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toMatch(/^ws:/);
  child.kill('SIGKILL');
});
