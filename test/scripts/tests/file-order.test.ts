import { expect, it } from 'vitest';
import { orderFiles, type TimedFile } from '../../support/file-order.ts';

const file = (project: string, durationMs: number): TimedFile => ({
  project,
  durationMs,
  path: `${project}-${durationMs}`,
  isIsolated: !project.startsWith('shared'),
});
const pathsOf = (files: TimedFile[]) => orderFiles(files).map(({ path }) => path);

it('the longest file of a project starts first', () => {
  expect(pathsOf([file('e2e', 1), file('e2e', 30), file('e2e', 7)])).toEqual(['e2e-30', 'e2e-7', 'e2e-1']);
});

it('projects are mixed in proportion to the time that they take', () => {
  const browsers = [file('e2e', 40), file('e2e', 20)];
  const daemons = [4, 3, 2, 1].map((durationMs) => file('daemon', durationMs));
  const paths = pathsOf([...browsers, ...daemons]);
  expect(paths).toEqual(['e2e-40', 'daemon-4', 'daemon-3', 'e2e-20', 'daemon-2', 'daemon-1']);
});

it('files without a duration are started too', () => {
  expect(pathsOf([file('parts', 0), file('parts', 0)])).toHaveLength(2);
});

it('files that share a process follow project by project, the longest first', () => {
  const mixed = [
    file('shared', 1),
    file('shared-other', 5),
    file('e2e', 1),
    file('shared', 9),
    file('shared-other', 7),
  ];
  expect(pathsOf(mixed)).toEqual(['e2e-1', 'shared-9', 'shared-1', 'shared-other-7', 'shared-other-5']);
});
