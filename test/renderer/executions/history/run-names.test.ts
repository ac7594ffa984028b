import { expect, it } from 'vitest';
import { longestOf } from '../../../../src-renderer/features/executions/history/duration-bar.tsx';
import { makerOfRun, nameOfRun } from '../../../../src-renderer/features/executions/history/run-names.ts';

it('names a run, and says why there is no name', () => {
  expect(nameOfRun({ name: 'report.py', source: 'cli' })).toBe('report.py');
  expect(nameOfRun({ name: 'a\u202eb', source: 'cli' })).toBe('a‹U+202E›b');
  expect(nameOfRun({ source: 'vault' })).toBe('(a vault script)');
  expect(nameOfRun({ source: 'api' })).toBe('(no code)');
});

it('says what started a run', () => {
  expect(makerOfRun({ source: 'vault', startedBy: { client: 'agent', name: 'Bill\u001b' } })).toBe('Agent: Bill␛');
  expect(makerOfRun({ source: 'api', startedBy: { client: 'api', name: 'Nightly' } })).toBe('API: Nightly');
  expect(makerOfRun({ source: 'cli', startedBy: { client: 'cli', name: 'key of the command' } })).toBe('Command line');
  expect(makerOfRun({ source: 'api', startedBy: { client: 'api' } })).toBe('API');
  expect(makerOfRun({ source: 'generate' })).toBe('generate');
});

it('finds the longest duration', () => {
  expect(longestOf([])).toBe(0);
  expect(longestOf([{ durationMs: 3 }, { durationMs: 20 }, { durationMs: 7 }])).toBe(20);
});
