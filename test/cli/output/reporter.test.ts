/** Text of others on its way to a terminal: nothing of it acts there, and a pipe gets it unchanged where it is a document. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ApiRefusal, CliError } from '../../../src-cli/cli-error.ts';
import { createProgramText } from '../../../src-cli/output/program-text.ts';
import { createReporter } from '../../../src-cli/output/reporter.ts';
import { fitTable, formatTable } from '../../../src-cli/output/table.ts';
import type { Surroundings } from '../../../src-cli/surroundings.ts';

/** A window title, the clipboard, C1, a turned direction, a hidden space, tags. */
const hostile = '\x1b]0;owned\x07\x1b]52;c;ZXZpbA==\x07\x9b2J\u202egnp\u2066\u200b\u{e0041}\x1b[2J';
const shown = '␛]0;owned␇␛]52;c;ZXZpbA==␇‹U+009B›2J‹U+202E›gnp‹U+2066›‹U+200B›‹U+E0041›␛[2J';

function reporterTo({ isTTY, isJson = false }: { isTTY: boolean; isJson?: boolean }) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  for (const stream of Object.values(streams)) Object.assign(stream, { isTTY, columns: 400 });
  const reporter = createReporter({ ...(streams as unknown as Surroundings), isJson });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { reporter, stdout: () => textOf(streams.stdout), stderr: () => textOf(streams.stderr) };
}

const refusal = new ApiRefusal(422, {
  error: {
    code: 'invalid_request',
    message: hostile,
    requestId: 'req_1',
    details: [{ path: `env.${hostile}`, message: `must not be ${hostile}` }],
  },
});

describe.each([true, false])('what the command says (terminal: %s)', (isTTY) => {
  it('shows hidden characters in results, messages and errors', async () => {
    const { reporter, stdout, stderr } = reporterTo({ isTTY });
    await reporter.result({}, `${hostile}\n`);
    expect(stdout()).toBe(`${shown}\n`);
    await reporter.result({}, [{ text: `${hostile}\n` }]);
    expect(stdout()).toBe(`${shown}\n`);
    reporter.say(hostile);
    expect(stderr()).toBe(`${shown}\n`);
    expect(reporter.failure(new CliError('failed', hostile))).toBe(1);
    expect(stderr()).toBe(`strongroom: ${shown}\n`);
    reporter.failure(refusal);
    expect(stderr()).toBe(`strongroom: ${shown}\n  env.${shown}: must not be ${shown}\n`);
    reporter.failure(new Error(hostile));
    expect(stderr()).toContain(shown);
  });

  it('escapes them in JSON, which has the same value', async () => {
    const { reporter, stdout, stderr } = reporterTo({ isTTY, isJson: true });
    await reporter.result({ name: hostile }, '');
    await reporter.document({ name: hostile }, '');
    await reporter.message({ name: hostile });
    const lines = stdout().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(Array(3).fill({ name: hostile }));
    reporter.failure(refusal);
    const line = stderr();
    expect(JSON.parse(line)).toMatchObject({ error: { message: hostile } });
    expect(lines.join('') + line).not.toMatch(/[^\P{C}\n]/u);
  });
});

it('a document is unchanged in a pipe, and shown on a terminal', async () => {
  const piped = reporterTo({ isTTY: false });
  await piped.reporter.document({}, hostile);
  await piped.reporter.part(hostile);
  expect(piped.stdout()).toBe(hostile + hostile);
  const terminal = reporterTo({ isTTY: true });
  await terminal.reporter.document({}, hostile);
  await terminal.reporter.part(hostile);
  expect(terminal.stdout()).toBe(shown + shown);
});

it('progress is on one line', () => {
  const { reporter, stderr } = reporterTo({ isTTY: true });
  reporter.progress(`a model\n${hostile}`);
  expect(stderr()).toBe(`a model␊${shown}`);
});

it('a cell of a table is on one line', () => {
  expect(formatTable(['NAME'], [[`a\r\nb${hostile}`]])).toBe(`NAME\na␊b${shown}\n`);
});

describe('the output of a program', () => {
  it.each(['stdout', 'stderr'] as const)('is unchanged on %s in a pipe, and with --raw', async (stream) => {
    const piped = reporterTo({ isTTY: false });
    await piped.reporter.program(stream, hostile, { isRaw: false });
    expect(piped[stream]()).toBe(hostile);
    const raw = reporterTo({ isTTY: true });
    await raw.reporter.program(stream, hostile, { isRaw: true });
    expect(raw[stream]()).toBe(hostile);
  });

  it.each(['stdout', 'stderr'] as const)('has its colours on a terminal and nothing else: %s', async (stream) => {
    const terminal = reporterTo({ isTTY: true });
    const coloured = '\x1b[1;31mred\x1b[38:5:9m 10%\r20%\b';
    await terminal.reporter.program(stream, coloured + hostile, { isRaw: false });
    await terminal.reporter.programEnded();
    expect(terminal[stream]()).toBe(`${coloured}${shown}\x1b[0m`);
  });

  it('is the same for every division into chunks', () => {
    const whole = `a\x1b[1;31mred\x1b[0m${hostile}😀\r\nb\x1b`;
    const once = createProgramText();
    const expected = once.show(whole) + once.end();
    expect(expected).toBe(`a\x1b[1;31mred\x1b[0m${shown}😀\r\nb␛\x1b[0m`);
    const cut = createProgramText();
    const units = Array.from({ length: whole.length }, (_, index) => cut.show(whole.charAt(index)));
    expect(units.join('') + cut.end()).toBe(expected);
  });

  it('does not wait for more bytes than the longest colour code has', () => {
    const text = createProgramText();
    expect(text.show(`\x1b[${'1;'.repeat(1000)}`)).toBe(`␛[${'1;'.repeat(1000)}`);
  });
});

it('a table fits the terminal: the widest columns are cut, and the first one never', () => {
  const headings = ['ID', 'NAME', 'STATUS', 'DESCRIPTION'];
  const rows = [['run_0123456789abcdefghijkl', 'a name of some length, too', 'succeeded', 'd'.repeat(300)]];
  const shown = fitTable({ headings, rows }, 80);
  for (const line of shown.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(shown).toContain('run_0123456789abcdefghijkl  a name of some len');
  expect(shown).toContain('…');
  expect(fitTable({ headings, rows }, Number.POSITIVE_INFINITY)).toContain('d'.repeat(300));
});
