import { Resolver } from 'node:dns';
import { askNameServer, type NameTransport } from './ask-name-server.ts';
import { headerBytes, isFailure, serverFailure, withIdOf } from './dns-message.ts';

/**
 * Answers a DNS query with a DNS message: SERVFAIL if no name server answers in time. Returns undefined if the bytes
 * are not a query.
 */
export type NameForwarder = (query: Buffer, transport: NameTransport) => Promise<Buffer | undefined>;

/** Returns the addresses of name servers, in the form of `dns.getServers`. */
export type NameServers = () => readonly string[];

/** Limits of the forwarder of one run. */
export const forwarderLimits = {
  /** The next server is asked if a server has not answered for this long. The first one may still answer. */
  nextServerMs: 1000,
  /** Time limit of a query. The engine's resolver drops a query after 4 s, so SERVFAIL must be sent before that. */
  answerMs: 3500,
  /** Maximum number of queries for one question: to three servers, or three times to one server. */
  attempts: 3,
  questionsAtOnce: 16,
  questionsWaiting: 240,
} as const;

/** Returns the name servers of this machine. They are read each time, because a laptop changes its network. */
export const machineNameServers: NameServers = () => new Resolver().getServers();

/** Creates the forwarder of one run. It forwards DNS queries to the name servers, and returns their answers unchanged. */
export function createNameForwarder(servers: NameServers): NameForwarder {
  const underWay = new Map<string, Promise<Buffer>>();
  const enter = createEntrance();
  // The server that answered when another one did not. It is asked first.
  let preferred: string | undefined;

  async function answer(query: Buffer, transport: NameTransport): Promise<Buffer> {
    const deadline = AbortSignal.timeout(forwarderLimits.answerMs);
    const leave = await enter(deadline);
    if (leave === undefined) return serverFailure(query);
    try {
      const known = servers();
      const order = known.filter((server) => server === preferred).concat(known.filter((one) => one !== preferred));
      const found = await askInOrder(order, { query, transport, deadline });
      if (found.server !== undefined && found.server !== order[0]) preferred = found.server;
      return found.message;
    } finally {
      leave();
    }
  }

  return async (query, transport) => {
    if (query.length < headerBytes) return undefined;
    // A repeated question, with the same id or another, waits for the answer to the first.
    const key = transport + query.toString('latin1', 2);
    let asked = underWay.get(key);
    if (asked === undefined) {
      asked = answer(query, transport).finally(() => underWay.delete(key));
      underWay.set(key, asked);
    }
    return withIdOf(query, await asked);
  };
}

interface Question {
  query: Buffer;
  transport: NameTransport;
  deadline: AbortSignal;
}

interface Found {
  message: Buffer;
  /** Undefined for an answer that the forwarder created. */
  server: string | undefined;
}

/** Asks the next server if one has failed or has not answered for a while. Returns the first usable answer. */
function askInOrder(order: readonly string[], { query, transport, deadline }: Question): Promise<Found> {
  const found = Promise.withResolvers<Found>();
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, deadline]);
  const planned = Array.from({ length: forwarderLimits.attempts }, () => order)
    .flat()
    .slice(0, forwarderLimits.attempts);
  const failed = new Set<string>();
  let failure = serverFailure(query);
  let open = 0;
  let timer: NodeJS.Timeout | undefined;

  function askNext(): void {
    clearTimeout(timer);
    let server = planned.shift();
    while (server !== undefined && failed.has(server)) server = planned.shift();
    if (server !== undefined) ask(server);
    else if (open === 0) found.resolve({ message: failure, server: undefined });
  }

  function ask(server: string): void {
    open++;
    timer = setTimeout(askNext, forwarderLimits.nextServerMs);
    const onFailure = () => {
      open--;
      failed.add(server);
      if (!signal.aborted) askNext();
    };
    askNameServer(server, { query, transport, signal }).then((message) => {
      if (!isFailure(message)) return found.resolve({ message, server });
      failure = message;
      onFailure();
    }, onFailure);
  }

  const giveUp = () => found.resolve({ message: failure, server: undefined });
  deadline.addEventListener('abort', giveUp, { once: true });
  if (deadline.aborted) giveUp();
  else askNext();
  return found.promise.finally(() => {
    clearTimeout(timer);
    done.abort(new Error('answered'));
  });
}

/** Limits the number of open questions. Further ones wait in order, and get undefined if they wait too long. */
function createEntrance(): (deadline: AbortSignal) => Promise<(() => void) | undefined> {
  const waiting: (() => void)[] = [];
  let inside = 0;

  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) inside--;
    else next();
  };

  return async (deadline) => {
    if (inside < forwarderLimits.questionsAtOnce) {
      inside++;
      return leave;
    }
    if (waiting.length >= forwarderLimits.questionsWaiting) return undefined;
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
    const enter = () => resolve(leave);
    waiting.push(enter);
    const giveUp = () => {
      const index = waiting.indexOf(enter);
      if (index >= 0) waiting.splice(index, 1);
      resolve(undefined);
    };
    deadline.addEventListener('abort', giveUp, { once: true });
    return promise;
  };
}
