import type { EngineLog } from '../../engine-log.ts';
import { UnfitEngineError } from '../../unfit-engine-error.ts';

/** Classifies the warnings of one engine and logs each of them once. */
export interface EngineWarnings {
  /**
   * Reads the warnings of an answer to a create call.
   * @throws UnfitEngineError if one is not known to be harmless: the engine ignored an option of the call
   */
  readCreated(warnings: unknown): void;
  /**
   * Reads the engine's general warnings. Some concern features that no sandbox uses.
   * @throws UnfitEngineError if one says that a limit of every sandbox is not available
   */
  readInfo(warnings: unknown): void;
}

/**
 * The beginnings of harmless warnings of create calls. Without swap accounting the memory limit still holds; only the
 * swap of a sandbox is not limited (docs/security.md).
 */
const harmless = [
  'Your kernel does not support swap limit capabilities',
  'IPv4 forwarding is disabled',
  "The requested image's platform",
];
/** The beginnings of warnings of `docker info` that concern every sandbox. */
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

  /** Logs at most 100 different warnings, more than any engine has. */
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
    throw new UnfitEngineError(
      `The engine ignores settings that every sandbox requires. It warns: ${refused.join(' ')}`,
    );
  }

  return {
    readCreated: (warnings) => read(warnings, (text) => !startsWithAny(text, harmless)),
    readInfo: (warnings) => read(warnings, (text) => startsWithAny(text, fatal)),
  };
}

/** Returns each warning without its prefix, shortened. An engine without warnings sends null or an empty text. */
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
