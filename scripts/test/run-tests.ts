/** The part of `npm test` that needs the packages: installs what the suites use, names what is missing, runs them. */
import { join } from 'node:path';
import { changedFiles, foldersOf, fullFilesIn, isBelow } from './affected.ts';
import { runAffected } from './affected-run.ts';
import { recordDurations } from './durations.ts';
import { noteFlaky } from './flaky-list.ts';
import { prepare } from './prepare.ts';
import { lookAgain, type TestResult } from './second-look.ts';
import { readTestArguments, selectsTests, type TestArguments } from './test-arguments.ts';
import { installParts, partsFor } from './test-parts.ts';
import { hasFailed, skippedLines, slowLines, summaryLine, type Tier } from './test-report.ts';
import { runVitest } from './test-run.ts';

const root = join(import.meta.dirname, '../..');
const isCi = process.env.CI === 'true';

try {
  process.exitCode = await test(readTestArguments(process.argv.slice(2)));
} catch (error) {
  report(`npm test: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** @returns the exit code */
async function test(args: TestArguments): Promise<number> {
  const { tier, isPreparation, isAffected, isRecording, since } = args;
  const folders = foldersOf(changedFiles(root, since));
  const affected = isAffected ? fullFilesIn(root, folders) : [];
  const isLimited = isAffected && tier === 'full';
  await prepare(root, { tier, files: isLimited ? affected : undefined });
  if (isPreparation) return 0;
  if (isLimited && affected.length === 0) {
    report('no suite of the full tier is in a folder that the change touches');
    process.stdout.write(`${summaryLine([])}\n`);
    return 0;
  }
  const look = (files: readonly string[], of: Tier) => runWithSecondLook(files, { tier: of, folders });
  const results = [await look([...args.vitest, ...(isLimited ? affected : [])], tier)];
  if (isAffected && !isLimited && results.every(({ failures }) => failures.length === 0)) {
    const run = async (files: readonly string[]) => {
      await installParts(partsFor('full', files), report);
      return look(files, 'full');
    };
    results.push(await runAffected(root, affected, { run, report }));
  }
  if (isRecording)
    recordDurations(
      root,
      results.flatMap(({ suites }) => suites),
    );
  return conclude(results, args);
}

async function runWithSecondLook(
  vitestArgs: readonly string[],
  { tier, folders }: { tier: Tier; folders: readonly string[] },
): Promise<TestResult> {
  const first = await runVitest(root, vitestArgs, tier);
  for (const line of slowLines(first.suites, tier)) report(`SLOW ${line}`);
  const names = vitestArgs.filter((arg) => arg.startsWith('--project'));
  const look = await lookAgain(first, {
    runFile: (file) => runVitest(root, [file, '--maxWorkers=1', '--no-file-parallelism', ...names], tier),
    isTouched: (file) => isBelow(file, folders),
  });
  for (const line of noteFlaky(root, look.flaky, { isCi })) report(line);
  for (const failure of look.failures) report(`FAILED ${failure}`);
  return look;
}

/** @returns the exit code */
function conclude(results: readonly TestResult[], { vitest }: TestArguments): number {
  const suites = results.flatMap((one) => one.suites);
  const skipped = vitest.some(selectsTests) ? [] : results.map((one) => skippedLines(one.suites));
  for (const line of skipped.flat()) report(`SKIPPED ${line}`);
  process.stdout.write(`${summaryLine(suites)}\n`);
  if (results.some(({ failures }) => failures.length > 0) || suites.some(hasFailed)) return 1;
  // Affected suites, the second result, may need what the machine lacks, such as gVisor.
  const [ofTier = []] = skipped;
  if (!isCi || ofTier.length === 0) return 0;
  report('with CI=true no test of the tier may be skipped');
  return 1;
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}
