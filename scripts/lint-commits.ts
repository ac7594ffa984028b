/**
 * `npm run lint:commits [-- FOLDER]`: checks the messages of the commits since the one that lint-commits/start.json names.
 * Older commits are not checked, because a published history cannot be changed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMessage } from './lint-commits/check-message.ts';
import { readCommits } from './lint-commits/read-commits.ts';

const [root = '.', startFile = join(import.meta.dirname, 'lint-commits/start.json')] = process.argv.slice(2);
const { start }: { start: string } = JSON.parse(readFileSync(startFile, 'utf8'));
const { commits, isStartPresent } = readCommits(root, start);
if (!isStartPresent)
  console.log(`The start commit ${start} is not in this clone: all of its ${commits.length} commits are checked.`);

const violations = commits.flatMap(({ hash, message }) =>
  checkMessage(message).map((violation) => `${hash.slice(0, 10)} "${message.split('\n', 1)[0]}"\n    ${violation}`),
);
if (violations.length > 0) {
  console.log(`${violations.join('\n')}\n`);
  console.log(
    'Change these messages before the commits are published: "git commit --amend" for the last one, else "git rebase -i"\n' +
      'with "reword". CONTRIBUTING.md describes the form of a message.',
  );
  process.exitCode = 1;
} else console.log(`commits: ${commits.length} messages checked`);
