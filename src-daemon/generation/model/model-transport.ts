import type { Dispatcher } from 'undici';
import type { Deadline } from './deadline.ts';
import { ModelError } from './model-error.ts';
import { parseReply, readReplyText, shortReplyBytes } from './model-json.ts';
import { loadOpenAi } from './openai-package.ts';
import { reasonOf } from './provider-reason.ts';

/** Maximum size of a streamed answer: more than any model sends, including the overhead of each event. */
const streamBytes = 64 * 1024 * 1024;
const connectMs = 15_000;
/** The only headers that are sent. Others, which the client library adds or takes from environment variables, are removed. */
const sentHeaders = ['accept', 'authorization', 'content-type'];

type Environment = Readonly<Record<string, string | undefined>>;

/** Loaded network libraries and the connections to endpoints. */
export interface ModelNetwork {
  OpenAI: typeof import('openai').default;
  fetch: typeof import('undici').fetch;
  dispatcher: Dispatcher;
}

/**
 * Connects to endpoints directly, or through the proxy of the daemon's environment; local endpoints always directly. The
 * libraries are loaded for the first question, because they take 11 MiB and most daemons ask no model.
 */
export function createModelNetwork(environment: Environment) {
  let opened: Promise<ModelNetwork> | undefined;
  return {
    open(): Promise<ModelNetwork> {
      opened ??= openNetwork(environment).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async close(): Promise<void> {
      await (await opened)?.dispatcher.destroy();
    },
  };
}

async function openNetwork(environment: Environment): Promise<ModelNetwork> {
  const [{ Agent, EnvHttpProxyAgent, fetch }, { OpenAI }] = await Promise.all([import('undici'), loadOpenAi()]);
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const httpProxy = read('HTTP_PROXY');
  const httpsProxy = read('HTTPS_PROXY');
  // Each answer has its own deadline. The timeouts of undici would cut off a slow model.
  const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: connectMs } };
  if (httpProxy === undefined && httpsProxy === undefined) {
    return { OpenAI, fetch, dispatcher: new Agent(options) };
  }
  const noProxy = ['127.0.0.1', 'localhost', '[::1]', read('NO_PROXY')].filter(Boolean).join(',');
  const proxies = { httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy };
  return { OpenAI, fetch, dispatcher: new EnvHttpProxyAgent({ ...options, ...proxies }) };
}

/**
 * Creates a `fetch` for one conversation. It sends only the headers of the protocol, follows no redirect (which would send
 * the key to another host), and stops a stream that is too large.
 */
export function createModelFetch({ fetch, dispatcher }: ModelNetwork, deadline: Deadline): typeof globalThis.fetch {
  return async (input, init) => {
    const given = new Headers(init?.headers);
    const headers = Object.fromEntries(sentHeaders.flatMap((name) => pairOf(name, given.get(name))));
    const response = await fetch(String(input), {
      method: init?.method ?? 'GET',
      body: (init?.body ?? null) as string | null,
      headers,
      redirect: 'manual',
      signal: deadline.signal,
      dispatcher,
    });
    deadline.touch();
    const { status, statusText } = response;
    const body = (response.body as ReadableStream | null)?.pipeThrough(createCap(deadline)) ?? null;
    return new Response(status >= 400 ? await withErrorField(body) : isWithoutBody(status) ? null : body, {
      status,
      statusText,
      headers: Object.fromEntries(response.headers),
    });
  };
}

function pairOf(name: string, value: string | null): [string, string][] {
  return value === null || value === '' ? [] : [[name, value]];
}

/** Returns true for a status with which a Response cannot have a body. */
function isWithoutBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/**
 * Reads the body of an error reply; empty if it is too large, because its status is then what it says. The client library
 * keeps only the field `error`, and the servers of some frameworks give the reason as `detail` or `message`.
 */
async function withErrorField(body: ReadableStream | null): Promise<string> {
  try {
    const text = await readReplyText(body, shortReplyBytes);
    const reply = jsonOf(text);
    // The library parses JSON again, and quotes other text.
    return reply === undefined ? text : JSON.stringify({ error: errorOf(reply) });
  } catch (error) {
    if (error instanceof ModelError && error.kind === 'too_large') return '';
    throw error;
  }
}

/** Returns what the reply is as JSON; undefined for other text. @throws ModelError `too_large` */
function jsonOf(text: string): unknown {
  try {
    return parseReply(text);
  } catch (error) {
    if (error instanceof ModelError && error.kind === 'malformed') return undefined;
    throw error;
  }
}

function errorOf(reply: unknown): unknown {
  return typeof reply === 'object' && reply !== null && 'error' in reply ? reply.error : reasonOf(reply);
}

function createCap(deadline: Deadline) {
  let total = 0;
  return new TransformStream<Uint8Array | undefined, Uint8Array>({
    transform(chunk = new Uint8Array(), controller) {
      deadline.touch();
      total += chunk.length;
      if (total > streamBytes) {
        deadline.end('too_large');
        controller.error(new Error('the answer is too large'));
      } else controller.enqueue(chunk);
    },
  });
}
