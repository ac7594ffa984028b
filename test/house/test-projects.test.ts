/** Each test file runs in exactly one project of vitest.config.ts: in none it is forgotten, in two it runs twice. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles, root } from './checkout.ts';

interface Project {
  test: { name: string; include: string[]; exclude: string[] };
}

const program = `const { default: config } = await import('./vitest.config.ts');
console.log(JSON.stringify(config.test.projects));`;

it.each(['core', 'full'])('the files of the tier %s are in one project each', (tier) => {
  const env = { ...process.env, STRONGROOM_TEST_TIER: tier };
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env });
  const projects: Project[] = JSON.parse(output.toString());
  const found = projects.flatMap(({ test: { include, exclude } }) => globSync(include, { cwd: root, exclude }));
  const ofTier = listFiles().filter(
    (path) => path.endsWith('.test.ts') && path.endsWith('.full.test.ts') === (tier === 'full'),
  );
  expect(found.toSorted()).toEqual(ofTier.toSorted());
});
