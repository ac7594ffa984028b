import { z } from 'zod';
import { readKept, writeKept } from '../kept-file.ts';

const Kept = z.strictObject({ port: z.int().min(1).max(65_535) });

interface PortChoice {
  /** File of this data folder in which the port is stored. */
  path: string;
  /** Port that the user requested with `--port`. */
  asked: string | undefined;
  /** Port for a data folder without a stored one; 0 selects any free port. */
  first: number;
}

/**
 * Chooses the daemon's port. The data that the interface stores in the window (theme, splitters, drafts) belongs to its
 * origin, so a data folder with any free port keeps the port of its first start. If another program uses that port, the
 * daemon uses another one until the next start. A fixed port, the default or a requested one, is never replaced: if it is
 * in use, the start fails.
 */
export function createPortChoice({ path, asked, first }: PortChoice) {
  const isFixed = asked !== undefined || first !== 0;
  const kept = isFixed ? undefined : readKept<z.infer<typeof Kept> | undefined>(path, Kept, undefined);
  let isNoted = false;
  return {
    /** Returns the daemon's flags. @param last its previous port in this session, where an open window expects it */
    flags(last: number | undefined): string[] {
      if (last !== undefined) return ['--port', String(last)];
      if (asked !== undefined) return ['--port', asked];
      return kept === undefined ? ['--port', String(first)] : ['--prefer-port', String(kept.port)];
    },
    /** Stores the port of the first start. Returns a message for the user, once, if the port is not the stored one. */
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
