import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type { FailedRun } from './failed-run.ts';
import { packageOfModule, withoutPackage } from './python-modules.ts';

const moduleName = '[\\w@.:/+-]{1,200}';

/** The messages of a language about code that is not there; the first group is the name. */
const messages: Readonly<Record<string, RegExp>> = {
  python: /No module named '?([A-Za-z_]\w{0,63})/,
  javascript: /Cannot find (?:module|package) '((?:@[a-z0-9][a-z0-9._-]{0,100}\/)?[a-z0-9][a-z0-9._-]{0,100})/,
  ruby: new RegExp(`cannot load such file -- (${moduleName})`),
  perl: new RegExp(`Can't locate (${moduleName})\\.pm in @INC`),
  go: new RegExp(`(?:no required module provides package|package) (${moduleName})(?:;| is not in std)`),
  rust: /(?:can't find crate for|unresolved module or unlinked crate|unresolved import) `(\w{1,100})/,
  java: /error: package ([\w.]{1,200}) does not exist/,
  r: /there is no package called [‘'"]([\w.]{1,100})/,
  lua: /module '([\w./-]{1,200})' not found/,
  c: /fatal error: ([\w./+-]{1,200}): No such file or directory/,
};
const sameMessages: Readonly<Record<string, string>> = { typescript: 'javascript', cpp: 'c' };
/** Modules of Node that exist only with the prefix `node:`. */
const prefixOnly = new Set(['sea', 'sqlite', 'test', 'test/reporters']);
const maxPackages = 3;

/** Returns hints about modules that a program needs, and that its package list or its image does not have. */
export function missingPackages(run: FailedRun): Hint[] {
  const message = messages[sameMessages[run.language] ?? run.language];
  if (message === undefined) return [];
  const names = new Set<string>();
  for (const line of run.errorLines) {
    const name = message.exec(line)?.[1];
    if (name !== undefined) names.add(name);
    if (names.size === maxPackages) break;
  }
  return [...names].flatMap((name) => hintOf(run, name) ?? []);
}

function hintOf(run: FailedRun, name: string): Hint | undefined {
  if (run.packageManager === null) return withoutList(run, name);
  if (run.packageManager === 'pip' && withoutPackage.has(name))
    return {
      code: 'package_missing',
      text: `The program needs the module ${name} of Python itself, which this installation of Python does not have. No package adds it.`,
    };
  if (run.packageManager === 'npm' && prefixOnly.has(name))
    return {
      code: 'package_missing',
      text: `The program needs a module of Node.js itself, whose name has a prefix: node:${name}.`,
    };
  const known = run.packageManager === 'pip' ? packageOfModule(name) : undefined;
  const packageName = known ?? (run.packageManager === 'pip' ? name.replaceAll('_', '-') : name);
  if (run.packages === undefined)
    return {
      code: 'packages_off',
      text: `The program needs the module ${name}, and this ${run.ranIn} was asked to have no packages.`,
      action: { type: 'use_packages' },
    };
  // A package that is in the list and not installed yet has a notice of its own.
  if (run.packages.some((listed) => isSame(listed, packageName))) return undefined;
  if (run.addedLater?.some((listed) => isSame(listed, packageName)))
    return {
      code: 'package_missing',
      text: `The program needs the module ${name}. Its package is in the package list, but ${withoutIt(run)}.`,
    };
  const later = run.ranIn === 'sandbox' ? ` ${kindOf(run)} that are created after it was added have it.` : '';
  const need = `The program needs the module ${name}, which is not installed.${later}`;
  return {
    code: 'package_missing',
    text: known === undefined ? `${need} A package of this name can be from anyone: add it only if you know it.` : need,
    action: { type: 'add_package', language: run.language, name: packageName, isKnown: known !== undefined },
  };
}

/** Says why a sandbox does not have a package of the list, and what would help. */
function withoutIt({ languageName, sandboxLanguage }: FailedRun): string {
  if (sandboxLanguage === undefined) return 'this sandbox was created without it. Create the sandbox again';
  return `this sandbox has the packages of ${sandboxLanguage}. Create a sandbox for ${languageName}`;
}

/** A sandbox keeps the packages of its language that it was created with. */
function kindOf({ languageName, sandboxLanguage }: FailedRun): string {
  return sandboxLanguage === undefined ? 'Sandboxes' : `Sandboxes for ${languageName}`;
}

function withoutList({ languageName, ranIn }: FailedRun, name: string): Hint {
  return {
    code: 'package_missing',
    text: `The program needs ${name}, which is not part of the sandbox for ${languageName}. ${ranIn === 'run' ? 'Give its files to the run as input files.' : 'Copy its files into the sandbox.'}`,
  };
}

function isSame(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/** Package indexes ignore the case of names, and in Python the characters between their parts. */
function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[._-]{1,20}/g, '-');
}
