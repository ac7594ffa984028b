import { z } from 'zod';
import { readKept, writeKept } from '../kept-file.ts';

const Kept = z.strictObject({ port: z.int().min(1).max(65_535) });

interface PortChoice {
  /** The file of this data folder that remembers the port. */
  path: string;
  /** What the user asked for: `--port`. */
  asked: string | undefined;
  /** For data that have no port yet; 0 takes any free one. */
  first: number;
}

/**
 * Chooses the daemon's port. What the interface stores in the window (theme, splitters, drafts that wait) belongs to its
 * origin, so data that get any free port keep the one of their first start. Where another program has it, another one
 * serves for that start, and the next start tries the remembered one again. A port that has a fixed number, the usual one
 * or one that was asked for, is never exchanged: a program that has it is an error.
 */
export function createPortChoice({ path, asked, first }: PortChoice) {
  const isFixed = asked !== undefined || first !== 0;
  const kept = isFixed ? undefined : readKept<z.infer<typeof Kept> | undefined>(path, Kept, undefined);
  let isNoted = false;
  return {
    /** The daemon's flags. @param last the port that it had in this session: a window that is open finds it again */
    flags(last: number | undefined): string[] {
      if (last !== undefined) return ['--port', String(last)];
      if (asked !== undefined) return ['--port', asked];
      return kept === undefined ? ['--port', String(first)] : ['--prefer-port', String(kept.port)];
    },
    /** Remembers the port of the first start; returns a sentence for the user, once, if it is not the remembered one. */
    note(url: string): string | undefined {
      if (isFixed || isNoted) return undefined;
      isNoted = true;
      const port = Number(new URL(url).port);
      if (kept === undefined) writeKept(path, { port });
      if (kept === undefined || kept.port === port) return undefined;
      return (
        `Another program has port ${kept.port}, so this start uses port ${port}. ` +
        'Theme and layout are those of a new window until that port is free and Strongroom is started again.'
      );
    },
  };
}
