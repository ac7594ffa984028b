const limits = { hits: 50, excerpt: 160, units: 64 * 1024 * 1024 } as const;

/** A script in which a text was found: the number of the first line that has it, from 1, and a part of that line. */
export interface ContentsHit {
  name: string;
  line: number;
  excerpt: string;
}

/** Decrypted scripts by name, in the memory of one worker. */
export interface Contents {
  /** Adds or replaces a script; returns false if all scripts together would be too large. */
  add(name: string, code: string): boolean;
  /** Returns the scripts that contain the text, whatever its case, in the order in which they were added. */
  find(text: string): ContentsHit[];
}

/** @param limitUnits maximum size of all scripts in UTF-16 units */
export function createContents(limitUnits: number = limits.units): Contents {
  const scripts = new Map<string, string>();
  let units = 0;
  return {
    add: (name, code) => {
      const next = units - (scripts.get(name)?.length ?? 0) + code.length;
      if (next > limitUnits) return false;
      units = next;
      scripts.set(name, code);
      return true;
    },
    find: (text) => {
      const query = text.toLowerCase();
      const hits: ContentsHit[] = [];
      if (query === '') return hits;
      for (const [name, code] of scripts) {
        const at = code.toLowerCase().indexOf(query);
        if (at >= 0) hits.push({ name, ...lineAt(code, at) });
        if (hits.length === limits.hits) break;
      }
      return hits;
    },
  };
}

function lineAt(code: string, at: number): { line: number; excerpt: string } {
  let line = 1;
  let start = 0;
  for (let end = code.indexOf('\n'); end >= 0 && end < at; end = code.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  // A long line begins shortly before what was found.
  const from = Math.max(start, at - limits.excerpt / 4);
  const end = code.indexOf('\n', at);
  return { line, excerpt: code.slice(from, Math.min(end < 0 ? code.length : end, from + limits.excerpt)).trim() };
}
