/** The order in which vitest starts the test files of a run (`sequence.sequencer` of vitest.config.ts). */
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export interface TimedFile {
  path: string;
  project: string;
  /** Estimated duration, in ms. */
  durationMs: number;
}

/** Milliseconds per byte of a test file where no earlier run has recorded its duration: browsers take longest. */
const msPerByte: Record<string, number> = { parts: 0.5, daemon: 1.2, e2e: 5, shell: 4 };
const defaultMsPerByte = 1;

/**
 * Starts the longest files of each project first and mixes the projects. A long file that starts last would leave the other
 * workers idle. Browsers keep a processor busy, whereas a daemon's tests often wait for a container.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const specifications = new Map(files.map((file) => [file.moduleId + file.project.name, file]));
    const timed = files.map((file) => ({
      path: file.moduleId,
      project: file.project.name,
      durationMs: this.ctx.cache.getTestSpecificationResult(file)?.duration ?? estimateMs(file),
    }));
    return orderFiles(timed).flatMap(({ path, project }) => specifications.get(path + project) ?? []);
  }
}

function estimateMs({ moduleId, project }: TestSpecification): number {
  return statSync(moduleId).size * (msPerByte[project.name] ?? defaultMsPerByte);
}

/** Orders files so that each project proceeds at the same share of its time, each with its longest files first. */
export function orderFiles<File extends TimedFile>(files: readonly File[]): File[] {
  const projects = [...Map.groupBy(files, ({ project }) => project).values()].map((ofProject) => ({
    waiting: ofProject.toSorted((a, b) => b.durationMs - a.durationMs),
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
