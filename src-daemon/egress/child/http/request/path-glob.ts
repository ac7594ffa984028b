/**
 * Returns true if a glob matches a decoded path, both of which begin with `/`. `*` matches any characters within a part,
 * and `**` as a part matches any number of parts. An empty part (`//`, or `/` at the end) is only matched by `**` or an
 * empty part of the glob, so that a host that joins slashes reads no other path than the one that was checked. The time
 * is at most proportional to the product of the lengths.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const parts = path.slice(1).split('/');
  /** `reached[n]`: the parts of the glob so far match the first n parts of the path. */
  let reached = new Uint8Array(parts.length + 1);
  reached[0] = 1;
  for (const globPart of glob.slice(1).split('/')) {
    reached = globPart === '**' ? afterAny(reached) : afterPart(globPart, { reached, parts });
  }
  return reached[parts.length] === 1;
}

function afterAny(reached: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = reached.indexOf(1);
  const next = new Uint8Array(reached.length);
  return first === -1 ? next : next.fill(1, first);
}

function afterPart(glob: string, { reached, parts }: { reached: Uint8Array; parts: readonly string[] }) {
  const next = new Uint8Array(reached.length);
  for (const [at, part] of parts.entries()) if (reached[at] === 1 && matchesPart(glob, part)) next[at + 1] = 1;
  return next;
}

/** Matches one part: after a failure, only the last `*` takes one more character. */
function matchesPart(glob: string, part: string): boolean {
  if (part === '') return glob === '';
  let at = 0;
  let globAt = 0;
  let star = -1;
  let starAt = 0;
  while (at < part.length) {
    if (glob[globAt] === '*') {
      star = globAt++;
      starAt = at;
    } else if (globAt < glob.length && glob[globAt] === part[at]) {
      globAt++;
      at++;
    } else {
      if (star === -1) return false;
      globAt = star + 1;
      at = ++starAt;
    }
  }
  while (glob[globAt] === '*') globAt++;
  return globAt === glob.length;
}
