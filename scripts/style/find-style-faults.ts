import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHeadingFault } from './changelog-heading.ts';
import { checkMessage } from './check-message.ts';
import { readContractNames } from './contract-names.ts';
import { createTermSearch } from './plain-english.ts';
import { readCommits } from './read-commits.ts';
import { findLargeFolders, findLongFile, findLongFunctions } from './size-rules.ts';
import { listTrackedFiles } from './tracked-files.ts';

/** Matches files that are not texts of the project, those made from the contract, and those that list the terms. */
const notTexts =
  /^(package-lock\.json|LICENSE|test\/vectors\/.*|test\/house\/plain-english[a-z.-]*\.ts|scripts\/style\/plain-english[a-z.-]*\.ts|clients\/[a-z]+\/src\/(.+\/)?generated\/.*|.*\.(png|ico|icns|svg|woff2|frames))$/;

/** Returns a line for each text, file, folder, commit message and heading that differs from the conventions. */
export function findStyleFaults(root: string): string[] {
  const files = listTrackedFiles(root).filter((path) => existsSync(join(root, path)));
  const findBannedTerms = createTermSearch(readContractNames(root));
  const ofFiles = files
    .filter((path) => !/\.(png|ico|icns)$/.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      const lengths = [...findLongFile(path, source), ...findLongFunctions(path, source)];
      const terms = notTexts.test(path) ? [] : findBannedTerms(path, source);
      return [...lengths.map((fault) => `${path}: ${fault}`), ...terms.map((fault) => `${path}:${fault}`)];
    });
  return [...ofFiles, ...findLargeFolders(files), ...changelogFaults(root), ...commitFaults(root)];
}

function changelogFaults(root: string): string[] {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const fault = findHeadingFault(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  return fault === undefined ? [] : [`CHANGELOG.md: ${fault}`];
}

/** Checks the messages of the commits since the one that first-commit.json names. Older ones were published before. */
function commitFaults(root: string): string[] {
  const { start }: { start: string } = JSON.parse(readFileSync(join(root, 'scripts/style/first-commit.json'), 'utf8'));
  return readCommits(root, start).flatMap(({ hash, message }) =>
    checkMessage(message).map((fault) => `commit ${hash.slice(0, 10)} "${message.split('\n', 1)[0]}": ${fault}`),
  );
}
