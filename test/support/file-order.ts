/** The order in which vitest starts the test files of a run (`sequence.sequencer` of vitest.config.ts). */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readDurations } from '../../scripts/test/durations.ts';

const root = join(import.meta.dirname, '../..');

export interface TimedFile {
  path: string;
  project: string;
  /** Estimated duration, in ms. */
  durationMs: number;
  /** True if it runs in a process of its own. */
  isIsolated: boolean;
}

/** Milliseconds per byte of a test file of which no duration is recorded: browsers take longest. */
const msPerByte: Record<string, number> = { static: 0.5, parts: 0.5, daemon: 1.2, engine: 1.2, e2e: 5, shell: 4 };
const defaultMsPerByte = 1;

/** Orders the files of a run (`orderFiles`). */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const specifications = new Map(files.map((file) => [file.moduleId + file.project.name, file]));
    const recorded = readDurations(root);
    const timed = files.map((file) => ({
      path: file.moduleId,
      project: file.project.name,
      durationMs: recorded[relative(root, file.moduleId)] ?? estimateMs(file),
      isIsolated: file.project.config.isolate,
    }));
    return orderFiles(timed).flatMap(({ path, project }) => specifications.get(path + project) ?? []);
  }
}

function estimateMs({ moduleId, project }: TestSpecification): number {
  return statSync(moduleId).size * (msPerByte[project.name] ?? defaultMsPerByte);
}

/**
 * Files with a process of their own come first: the projects are mixed, because browsers keep a processor busy, whereas an
 * engine's tests often wait for a container. Then the files that share a process follow, project by project: vitest keeps a
 * process only for a next file of the same project. Within a project the longest files start first, because a long file that
 * starts last leaves the other workers idle.
 */
export function orderFiles<File extends TimedFile>(files: readonly File[]): File[] {
  const shared = Map.groupBy(
    files.filter(({ isIsolated }) => !isIsolated),
    ({ project }) => project,
  );
  return [...mix(files.filter(({ isIsolated }) => isIsolated)), ...[...shared.values()].flatMap(longestFirst)];
}

function longestFirst<File extends TimedFile>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => b.durationMs - a.durationMs);
}

/** Mixes projects so that each proceeds at the same share of its time. */
function mix<File extends TimedFile>(files: readonly File[]): File[] {
  const projects = [...Map.groupBy(files, ({ project }) => project).values()].map((ofProject) => ({
    waiting: longestFirst(ofProject),
    totalMs: ofProject.reduce((sum, { durationMs }) => sum + durationMs, 0) || 1,
    startedMs: 0,
  }));
  const ordered: File[] = [];
  while (ordered.length < files.length) {
    const unfinished = projects.filter(({ waiting }) => waiting.length > 0);
    const next = unfinished.reduce((a, b) => (b.startedMs / b.totalMs < a.startedMs / a.totalMs ? b : a));
    const file = next.waiting.shift();
    if (file === undefined) break;
    next.startedMs += file.durationMs;
    ordered.push(file);
  }
  return ordered;
}
