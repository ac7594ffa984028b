/**
 * The instances of the tests, by the ids in the label `app.strongroom.instance`. Containers of any other
 * instance belong to a daemon that runs next to the tests, so the tests must not touch them.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The deepest data folder of a test is `<folder>/<home>/.local/share/strongroom`. */
const searchDepth = 6;
const ownInstances = 'instances';

/** Makes an instance id for an engine without a data folder. */
export function newTestInstance(): string {
  const id = `test-${randomUUID()}`;
  appendFileSync(join(tmpdir(), ownInstances), `${id}\n`);
  return id;
}

/** Returns the ids of all instances with data folders in this folder, and of those that `newTestInstance` made in it. */
export function instancesIn(folder: string): string[] {
  const listed = join(folder, ownInstances);
  const ownIds = existsSync(listed) ? readFileSync(listed, 'utf8').trimEnd().split('\n') : [];
  const files = findInstanceFiles(folder, searchDepth);
  return [...ownIds, ...files.flatMap((path) => /"instanceId": *"(\w+)"/.exec(readFileSync(path, 'utf8'))?.[1] ?? [])];
}

function findInstanceFiles(folder: string, depth: number): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 ? findInstanceFiles(path, depth - 1) : [];
    return entry.isFile() && entry.name === 'instance.json' ? [path] : [];
  });
}
