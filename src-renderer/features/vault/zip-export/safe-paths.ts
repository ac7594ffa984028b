import { withoutTrailing } from '../../../../src-shared/formats/without-trailing.ts';
import { languageOfName } from '../code/language-of-name.ts';

interface NamedScript {
  name: string;
  language: string;
}

type Languages = Parameters<typeof languageOfName>[0];

/** Names that Windows gives to devices, in any case and with any file extension. */
const deviceName =
  /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])[ ]*(\.|$)/i;

/** Characters that a file name cannot have on some system: of Windows, and controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unsafe = /[<>:"|?*\\\u0000-\u001f\u007f-\u009f]/g;

/**
 * Returns a path for each script by its name. Paths are relative, have no name that a system reserves or cannot store, and
 * differ also where upper and lower case are the same. Folders are kept; a name without the file extension of a language
 * gets that of its own.
 */
export function safePathsOf(scripts: readonly NamedScript[], languages: Languages): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  const paths = scripts.map((script) => ({ name: script.name, path: pathOf(script, languages) }));
  for (const { path } of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (!folders.has(path.slice(0, at).toLowerCase()))
        folders.set(path.slice(0, at).toLowerCase(), path.slice(0, at));
  const taken = new Set(folders.keys());
  return new Map(paths.map(({ name, path }) => [name, freePath(inOneFolder(path, folders), taken)]));
}

/** Returns the path with the folder as it is first written, where others differ in case alone. */
function inOneFolder(path: string, folders: ReadonlyMap<string, string>): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? path : `${folders.get(path.slice(0, at).toLowerCase())}${path.slice(at)}`;
}

function freePath(path: string, taken: Set<string>): string {
  const at = path.lastIndexOf('.');
  const [stem, ending] = at > path.lastIndexOf('/') + 1 ? [path.slice(0, at), path.slice(at)] : [path, ''];
  for (let number = 1; ; number++) {
    const free = number === 1 ? path : `${stem} (${number})${ending}`;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}

function pathOf({ name, language }: NamedScript, languages: Languages): string {
  const ending = languages.find(({ id }) => id === language)?.fileExtension ?? '';
  const whole = languageOfName(languages, name) === undefined ? `${name}${ending}` : name;
  return whole.split('/').map(safeSegment).join('/');
}

function safeSegment(segment: string): string {
  const plain = segment.normalize('NFC').replace(unsafe, '_');
  // Windows drops dots and spaces at the end; this also leaves nothing of `.` and `..`.
  const trimmed = withoutTrailing(plain, '. ') || '_';
  return deviceName.test(trimmed) ? `_${trimmed}` : trimmed;
}
