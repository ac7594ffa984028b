import type { EngineLog } from '../../engine-log.ts';
import { UnfitEngineError } from '../../unfit-engine-error.ts';

/** Judges the warnings of one engine, and logs each of them once. */
export interface EngineWarnings {
  /**
   * Reads the warnings of an answer to a create call.
   * @throws UnfitEngineError where one is not known to be harmless: the engine dropped something that was asked for
   */
  readCreated(warnings: unknown): void;
  /**
   * Reads the warnings of the engine about itself, which also concern what no sandbox uses.
   * @throws UnfitEngineError where one says that a limit of every sandbox is not available
   */
  readInfo(warnings: unknown): void;
}

/**
 * How harmless warnings of create calls begin. Without swap accounting the memory limit itself holds; only the swap that
 * a sandbox may use is not limited (docs/security.md).
 */
const harmless = [
  'Your kernel does not support swap limit capabilities',
  'IPv4 forwarding is disabled',
  "The requested image's platform",
];
/** How warnings of `docker info` begin that concern every sandbox. */
const fatal = [
  'No memory limit support',
  'No pids limit support',
  'No cpu cfs quota support',
  'No cpu cfs period support',
  'Running in rootless-mode without cgroups',
];
const shownCount = 8;
const shownLength = 300;

export function createEngineWarnings(log: EngineLog): EngineWarnings {
  const logged = new Set<string>();

  /** Bounded by the number of different warnings that an engine knows; one that invents more is not logged further. */
  function logOnce(warning: string): void {
    if (logged.has(warning) || logged.size >= 100) return;
    logged.add(warning);
    log.warn({ warning }, 'the engine warns');
  }

  function read(warnings: unknown, isRefused: (warning: string) => boolean): void {
    const texts = textsOf(warnings);
    for (const text of texts) logOnce(text);
    const refused = texts.filter(isRefused).slice(0, shownCount);
    if (refused.length === 0) return;
    throw new UnfitEngineError(`The engine does not give a sandbox all that it must have: ${refused.join(' ')}`);
  }

  return {
    readCreated: (warnings) => read(warnings, (text) => !startsWithAny(text, harmless)),
    readInfo: (warnings) => read(warnings, (text) => startsWithAny(text, fatal)),
  };
}

/** Each warning without its prefix, bounded; an engine without warnings sends null or an empty text. */
function textsOf(warnings: unknown): string[] {
  const list = Array.isArray(warnings) ? warnings : [warnings];
  return list
    .filter((warning): warning is string => typeof warning === 'string')
    .map((warning) => warning.slice(0, shownLength).replace('WARNING: ', '').trim())
    .filter((warning) => warning !== '');
}

function startsWithAny(text: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => text.startsWith(beginning));
}
