/** Programs that a cell of JavaScript starts, at the interrupt of the cell. */
import { afterEach, expect, it } from 'vitest';
import { startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';
import { until } from '../../support/until.ts';
import { interruptStarted, programsBelow } from './node-programs.ts';

afterEach(stopNodeKernels);

it('ends the program that an interrupted cell waits for, in each of 20 cells', async () => {
  const kernel = await startNodeKernel('javascript');
  await kernel.run("const { spawn } = require('child_process'); const { once } = require('events')");
  await kernel.run("spawn('sleep', ['7001'])");
  for (let round = 0; round < 20; round += 1) {
    const code = "const child = spawn('sleep', ['7002']); console.log('started'); await once(child, 'exit')";
    expect(await interruptStarted(kernel, code)).toBe('interrupted');
  }
  await until(() => programsBelow(kernel).length === 1);
  expect(programsBelow(kernel)).toEqual(['sleep 7001']);
});

it('prints in later cells after a cell has ended or destroyed the output', async () => {
  const kernel = await startNodeKernel('javascript');
  expect((await kernel.run("process.stdout.end('bye\\n'); process.stderr.end()")).stdout).toBe('bye\n');
  expect(await kernel.run("console.log('out'); console.error('err')")).toMatchObject({
    stdout: 'out\n',
    stderr: 'err\n',
  });
  await kernel.run('process.stdout.destroy(); process.stderr.destroy()');
  expect(await kernel.run("console.log('out'); console.error('err')")).toMatchObject({
    stdout: 'out\n',
    stderr: 'err\n',
  });
});
