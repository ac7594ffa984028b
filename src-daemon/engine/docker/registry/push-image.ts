import { addAbortSignal, type Readable } from 'node:stream';
import { z } from 'zod';
import { parseJson } from '../../../wire/json.ts';
import type { RegistryCredentials } from '../../credential/registry-credentials.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { pushError } from './push-error.ts';
import { createPushProgress, PushEvent } from './push-progress.ts';

export interface PushContext {
  docker: EngineLink['docker'];
  /** `host[:port]` of the registry. */
  host: string;
  credentials: RegistryCredentials | undefined;
  /** Receives progress messages for users, one line at a time. */
  onLine: (line: string) => void;
}

/** An image of the engine, and its name in the registry. */
export interface PushedImage {
  /** The id of the image at the engine. */
  id: string;
  /** The name without tag and digest: `registry.example.com/team/strongroom-jvm`. */
  repository: string;
  tag: string;
}

/** The engine reports progress several times a second, and a registry that stores a large layer is silent for a while. */
const silenceMs = 300_000;
const longestLine = 64 << 10;

const Pushed = z.object({ Digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

/**
 * Pushes an image and returns the digest by which the registry has it: `sha256:…`. The image has the name of the registry
 * only while it is pushed.
 * @throws Error with a message for users
 */
export async function pushImage(context: PushContext, { id, repository, tag }: PushedImage): Promise<string> {
  const { docker, host, credentials, onLine } = context;
  const name = `${repository}:${tag}`;
  onLine(`Pushing ${name}`);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    await docker.getImage(id).tag({ repo: repository, tag });
    // Without credentials the header is sent too, because older engines require it.
    const authconfig = credentials ?? {};
    const stream = await docker.getImage(repository).push({ tag, authconfig, abortSignal: silence.signal });
    addAbortSignal(silence.signal, stream as Readable);
    return await readDigest(stream as Readable, { onLine, onChunk: () => timer.refresh() });
  } catch (error) {
    const text = silence.signal.aborted
      ? `nothing happened for ${silenceMs / 60_000} minutes`
      : (error as Error).message;
    throw pushError(text, { host, name, credentials });
  } finally {
    clearTimeout(timer);
    // The image keeps its own name. An engine that is lost cannot remove the tag.
    await docker
      .getImage(name)
      .remove({ noprune: true })
      .catch(() => undefined);
  }
}

interface PushReader {
  onLine: (line: string) => void;
  onChunk: () => void;
}

/** Reads the messages of a push until it ends. @throws Error with the text of the engine */
async function readDigest(stream: Readable, { onLine, onChunk }: PushReader): Promise<string> {
  const onEvent = createPushProgress(onLine);
  let digest: string | undefined;
  for await (const line of readLines(stream, onChunk)) {
    const event = PushEvent.safeParse(parseJson(line)).data;
    if (event === undefined) continue;
    if (event.error !== undefined) throw new Error(event.error);
    digest = Pushed.safeParse(event.aux).data?.Digest ?? digest;
    onEvent(event);
  }
  if (digest === undefined) throw new Error('the engine did not report a digest');
  return digest;
}

async function* readLines(stream: Readable, onChunk: () => void): AsyncGenerator<string> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const text of stream as AsyncIterable<string>) {
    onChunk();
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('a message of the engine is too long');
    yield* lines;
  }
  yield rest;
}
