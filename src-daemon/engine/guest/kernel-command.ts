import { baseEnvironment, type Kernel, type Language } from '../languages/languages.ts';
import { setsStartupVariable, type WarmCommand } from './sandbox-program.ts';

/** Prevents the use of the waiting kernel: a command that begins with another program is executed. */
const freshStart = '/usr/bin/env';

export type KernelLanguage = Language & { kernel: Kernel };

export function hasKernel(language: Language): language is KernelLanguage {
  return language.kernel !== undefined;
}

/** Returns the environment of every program in a live sandbox of a language. */
export function liveEnvironment(language: Language): Readonly<Record<string, string>> {
  return { ...baseEnvironment, ...language.environment };
}

/** Returns the command of a kernel that boots ahead of its context; undefined if the language has no kernel. */
export function warmKernelCommand(language: Language): WarmCommand | undefined {
  if (!hasKernel(language)) return undefined;
  const { argv, bootEnvironment } = language.kernel;
  return { argv, env: { ...kernelEnvironment(language), ...bootEnvironment, STRONGROOM_WARM: language.id } };
}

/**
 * Returns the command of a kernel and its complete environment. A kernel that boots already is used, except for variables
 * that its interpreter reads while it boots.
 * @param added variables of the sandbox that no kernel reads while it boots
 */
export function kernelCommand(
  language: KernelLanguage,
  env: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>> = {},
): WarmCommand {
  const { argv } = language.kernel;
  const isFresh = setsStartupVariable({ env }, language);
  return { argv: isFresh ? [freshStart, ...argv] : argv, env: { ...kernelEnvironment(language), ...added, ...env } };
}

function kernelEnvironment(language: KernelLanguage): Record<string, string> {
  const { omits = [] } = language.kernel;
  return Object.fromEntries(Object.entries(liveEnvironment(language)).filter(([name]) => !omits.includes(name)));
}
