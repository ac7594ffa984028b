import { expect, test } from 'vitest';
import { type LanguageFamily, languages } from '../../../../src-daemon/engine/languages/languages.ts';
import { samples } from '../../../../src-renderer/features/executions/samples/samples.ts';
import { type Fixture, run } from '../docker-fixture.ts';
import { filesOf } from './run-jobs.ts';

/** Tests that each sample program of the editor runs unchanged, for the languages of image families that are installed. */
export function testSamplesOf(families: readonly LanguageFamily[], fixture: () => Fixture): void {
  const tested = languages.filter(({ family }) => families.includes(family));

  test.each(tested)('$id has a sample program that runs unchanged', async ({ id: language }) => {
    const result = await run(fixture().engine, { language, code: samples[language] ?? '' });
    expect(result).toMatchObject({ status: 'succeeded', exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^Hello from .+ in a sandbox\n/);
    expect(filesOf(result)).toEqual({ 'result.csv': 'n,square\n1,1\n2,4\n3,9\n4,16\n5,25\n' });
  });
}
