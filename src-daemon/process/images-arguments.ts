import { parseArgs } from 'node:util';
import { parseRegistry, type Registry } from '../engine/kubernetes/images/image-reference.ts';
import { type LanguageFamily, languageFamilies } from '../engine/languages/language.ts';

/** The arguments of `npm run images`. */
export interface ImagesArguments {
  families: readonly LanguageFamily[];
  /** Present if the images are pushed. */
  push: PushArguments | undefined;
}

export interface PushArguments {
  registry: Registry;
  /** Path of the list that is written. */
  list: string;
}

const defaultList = 'strongroom-images.json';
const usage = 'npm run images -- [--push REGISTRY [--list FILE]] [FAMILY…]';

/** Reads the arguments after the name of the program. @throws Error with a message for users, which names the argument */
export function readImagesArguments(args: readonly string[]): ImagesArguments {
  const { values, positionals } = parse(args);
  const { push, list } = values;
  if (push === undefined && list !== undefined) throw new Error(`--list names the list that --push writes: ${usage}`);
  if (list === '') throw new Error('--list is empty: it is the path of the list that --push writes.');
  const families = choose(positionals);
  if (push === undefined) return { families, push: undefined };
  return {
    // The images of the other families are built on it, and every list has it.
    families: languageFamilies.filter((family) => family === 'base' || families.includes(family)),
    push: { registry: registryOf(push), list: list ?? defaultList },
  };
}

function parse(args: readonly string[]) {
  try {
    const options = { push: { type: 'string' }, list: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // The message of Node names the flag.
    throw new Error(`${(error as Error).message.split('. ', 1)[0]}. Usage: ${usage}`);
  }
}

function registryOf(text: string): Registry {
  const registry = parseRegistry(text);
  if (!('problem' in registry)) return registry;
  throw new Error(
    `--push ${JSON.stringify(text.slice(0, 100))} is not a registry: ${registry.problem}. It must be host[:port][/path], such as registry.example.com/team or 127.0.0.1:5000.`,
  );
}

function choose(names: readonly string[]): readonly LanguageFamily[] {
  const unknown = names.filter((name) => !languageFamilies.some((family) => family === name));
  if (unknown.length > 0)
    throw new Error(`no such family: ${unknown.join(', ')}. There are ${languageFamilies.join(', ')}.`);
  return names.length === 0 ? languageFamilies : languageFamilies.filter((family) => names.includes(family));
}
