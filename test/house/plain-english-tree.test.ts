import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from './checkout.ts';
import { findBannedTerms } from './plain-english.ts';

/** Matches files that are not texts of the project, those made from the contract, and those that list the terms. */
const exempt =
  /^(package-lock\.json|LICENSE|test\/vectors\/.*|test\/house\/plain-english[a-z.-]*\.ts|clients\/[a-z]+\/src\/(.+\/)?generated\/.*|.*\.(png|ico|icns|svg|woff2|frames))$/;

const paths = (await listFiles()).filter((path) => !exempt.test(path));
const found = paths.flatMap((path) => findBannedTerms(path, readSource(path)).map((report) => `${path}:${report}`));

describe('the texts of the project', () => {
  it.each([
    'src-daemon/services.ts',
    'README.md',
    'test/cli/run.test.ts',
    'resources/sandbox/init/job/run.c',
    '.ci/run',
  ])('include %s', (path) => {
    expect(paths).toContain(path);
  });

  it('have no term that has a plainer one', () => {
    expect(found).toEqual([]);
  });
});
