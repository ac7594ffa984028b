import { posix } from 'node:path';
import type { SlicedWork } from '../../../src-shared-node/sliced-work.ts';
import type { SandboxFile } from '../engine.ts';
import type { CompiledSource, FoundProgram } from '../languages/language.ts';
import { type ClassFacts, readClassFile } from './class-file.ts';
import { readJavaSource } from './java-source.ts';

/**
 * Finds the class that a Java program starts with, in the compiled classes: the public class, else the first class of
 * the source that has or inherits `public static void main(String[])`, else any class of the source that does.
 */
export function* findMainClass({ code, fileName, made, given }: CompiledSource): SlicedWork<FoundProgram> {
  const classes = createClasses([...given, ...made]);
  for (const path of yield* candidatesOf(code)) {
    if (classes.canRun(path)) return { args: [nameOf(path)] };
    yield;
  }
  for (const { path } of made) {
    yield;
    if (classes.factsOf(path)?.sourceFile === posix.basename(fileName) && classes.canRun(path))
      return { args: [nameOf(path)] };
  }
  const what = 'The Java source has no class that can be run';
  return { reason: `${what}: declare \`public static void main(String[] args)\` in one of its classes.` };
}

function* candidatesOf(code: string): SlicedWork<string[]> {
  const { packageName, types } = readJavaSource(code);
  yield;
  const folder = packageName.replaceAll('.', '/');
  const rank = ({ isPublic, hasMain }: (typeof types)[number]) => (isPublic ? 0 : hasMain ? 1 : 2);
  return types.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => posix.join(folder, `${name}.class`));
}

/** Reads the class files of a program by path. Each is read once, at the first request. */
function createClasses(files: readonly SandboxFile[]) {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const known = new Map<string, ClassFacts | undefined>();

  function factsOf(path: string): ClassFacts | undefined {
    const content = contents.get(path);
    if (content === undefined || !path.endsWith('.class')) return undefined;
    if (!known.has(path)) known.set(path, readClassFile(content));
    return known.get(path);
  }

  /** Static methods are inherited from superclasses, not from interfaces. */
  function canRun(path: string): boolean {
    const seen = new Set<string>();
    for (let next = path; !seen.has(next); ) {
      seen.add(next);
      const facts = factsOf(next);
      if (facts === undefined) return false;
      if (facts.hasMain) return true;
      next = `${facts.superName}.class`;
    }
    return false;
  }

  return { factsOf, canRun };
}

function nameOf(path: string): string {
  return path.slice(0, -'.class'.length).replaceAll('/', '.');
}
