import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../command.ts';

const module = pathToFileURL(join(import.meta.dirname, '../../../src-cli/input/own-input.ts')).href;
const program = `
  const { ownInput } = await import(${JSON.stringify(module)});
  let text = '';
  for await (const part of ownInput()) text += part;
  console.log(JSON.stringify({ text, isSame: ownInput() === ownInput(), isTTY: ownInput().isTTY ?? false }));`;

async function read(options: object): Promise<unknown> {
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse((await execa(process.execPath, args, { cwd: temporaryFolder(), ...options })).stdout);
}

it('is empty for the null device', async () => {
  expect(await read({ stdin: 'ignore' })).toEqual({ text: '', isSame: true, isTTY: false });
});

it('is the stdin of the process otherwise', async () => {
  expect(await read({ input: 'piped' })).toMatchObject({ text: 'piped', isSame: true });
  expect(await read({ inputFile: import.meta.filename })).toMatchObject({ text: expect.stringContaining('ownInput') });
});
