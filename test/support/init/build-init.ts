/** Builds init for this machine, with sanitizers, so that tests run it without a container. */
import { join } from 'node:path';
import { checkout, compile, listSources } from './compile.ts';

const initSources = join(checkout, 'resources/sandbox/init');
/** Shared by init and the relay. */
const dnsSources = join(checkout, 'resources/sandbox/dns');

/** Init takes its current folder as the work directory. */
const workDirectory = [`-I${initSources}`, `-I${dnsSources}`, `-DWORK_DIRECTORY="."`];

/** Returns the path of init with sanitizers. It is built again when its sources have changed. */
export async function buildInit(): Promise<string> {
  return await compile({
    name: 'init-with-sanitizers',
    args: [...workDirectory, ...listSources(initSources), ...listSources(dnsSources), '-lsodium'],
    folders: [initSources, dnsSources],
  });
}

const fuzzSources = join(checkout, 'test/engine/init/fuzz');

/** Returns the path of a program that gives files to the fuzz target. It has none of the parts that start programs. */
export async function buildFuzzReplay(): Promise<string> {
  const fuzz = ['session-fuzz.c', 'work.c', 'fake-system.c', 'replay.c'].map((name) => join(fuzzSources, name));
  const init = listSources(initSources, ['main.c', 'program.c', 'stream/end.c']);
  const sources = [...fuzz, ...init, ...listSources(dnsSources)];
  return await compile({
    name: 'init-fuzz-replay',
    args: [...workDirectory, `-I${fuzzSources}`, ...sources, '-lsodium'],
    folders: [initSources, dnsSources, fuzzSources],
  });
}

const relaySources = join(checkout, 'resources/sandbox/relay');

/** Returns the path of the relay with sanitizers. */
export async function buildRelay(): Promise<string> {
  return await compile({
    name: 'relay-with-sanitizers',
    args: [`-I${dnsSources}`, ...listSources(relaySources), ...listSources(dnsSources)],
    folders: [relaySources, dnsSources],
  });
}
