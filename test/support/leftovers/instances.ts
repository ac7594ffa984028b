/**
 * The instances that tests make at the engine, as the label `app.strongroom.instance` has them. Containers of any other
 * instance belong to a daemon that runs beside the tests, and are none of their business.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The deepest data folder of a test is `<folder>/<home>/.local/share/strongroom`. */
const searchDepth = 6;
const ownInstances = 'instances';

/** An id for an engine that a test makes without a data folder. */
export function newTestInstance(): string {
  const id = `test-${randomUUID()}`;
  appendFileSync(join(tmpdir(), ownInstances), `${id}\n`);
  return id;
}

/** The ids of all instances whose data folders are in this folder, and of those that `newTestInstance` made in it. */
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
