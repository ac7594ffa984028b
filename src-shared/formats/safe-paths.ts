import { hiddenCharacter } from './visible-text.ts';

/** Names of devices, which Windows reserves with every ending ("Naming Files, Paths, and Namespaces"). */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const forbidden = /[<>:"|?*]/g;
const separators = /[\\/]/;
const partCharacters = 120;
/** A longer ending is part of the name. */
const endingCharacters = 20;

/**
 * Returns paths for an archive that every system can unpack below its own folder, in the order of the given paths: they
 * are relative, without `..`, reserved names and forbidden characters. Paths that would be equal on a system that ignores
 * case get numbers.
 */
export function safePaths(paths: readonly string[]): string[] {
  const files = new Set<string>();
  const folders = new Set<string>();
  return paths.map((path) => {
    const parts: string[] = [];
    const requested = partsOf(path);
    for (const [index, part] of requested.entries()) {
      const isFile = index === requested.length - 1;
      // A folder may exist already; a file may not.
      const isTaken = (key: string) => files.has(key) || (isFile && folders.has(key));
      parts.push(freePart([...parts, part], isTaken));
      (isFile ? files : folders).add(keyOf(parts));
    }
    return parts.join('/');
  });
}

/** Returns the last part with the first number that makes its path free. */
function freePart(parts: readonly string[], isTaken: (key: string) => boolean): string {
  const name = parts.at(-1) ?? 'file';
  for (let number = 1; ; number++) {
    const candidate = numbered(name, number);
    if (!isTaken(keyOf([...parts.slice(0, -1), candidate]))) return candidate;
  }
}

function partsOf(path: string): string[] {
  const parts = path
    .split(separators)
    .map(safePart)
    .filter((part) => part !== '');
  return parts.length === 0 ? ['file'] : parts;
}

/** Returns a part of a path without forbidden characters; '' for `.`, `..` and a part of only dots and spaces. */
function safePart(part: string): string {
  const plain = part
    .replace(hiddenCharacter(), '_')
    .replace(/[\t\n\r]/g, '_')
    .replace(forbidden, '_');
  const short = withoutEndDots(shortened(plain.trim()));
  return reserved.test(short) ? `_${short}` : short;
}

/** Returns at most 120 characters of a name, with its ending. */
function shortened(name: string): string {
  const characters = Array.from(name.slice(0, 2 * partCharacters));
  if (characters.length <= partCharacters && name.length <= 2 * partCharacters) return name;
  const [, ending] = splitEnding(name);
  const kept = ending.length > endingCharacters ? '' : ending;
  return characters.slice(0, partCharacters - kept.length).join('') + kept;
}

/** Windows drops dots and spaces at the end of a name. */
function withoutEndDots(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}

/** Returns `plot (2).png` for the second `plot.png`. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const [stem, ending] = splitEnding(name);
  return `${stem} (${number})${ending}`;
}

/** Splits `plot.png` into `plot` and `.png`. A dot at the beginning begins no ending. */
function splitEnding(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

const keyOf = (parts: readonly string[]): string => parts.join('/').normalize('NFC').toLowerCase();
