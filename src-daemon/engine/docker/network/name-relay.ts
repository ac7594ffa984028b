import { Resolver } from 'node:dns';
import { askNameServer, type NameTransport } from './ask-name-server.ts';
import { headerBytes, isFailure, serverFailure, withIdOf } from './dns-message.ts';

/**
 * Answers a DNS query with a DNS message; SERVFAIL when no name server answers in time. Undefined for bytes that are no
 * query.
 */
export type NameRelay = (query: Buffer, transport: NameTransport) => Promise<Buffer | undefined>;

/** The addresses of name servers, as `dns.getServers` has them. */
export type NameServers = () => readonly string[];

/** How long the relay of a run waits, and how much it does at once. */
export const relayLimits = {
  /** A silent server is given this long before the next one is asked as well. The first may still answer. */
  nextServerMs: 1000,
  /** The engine's own resolver forgets a query after 4 s: the program gets SERVFAIL before that. */
  answerMs: 3500,
  /** As many queries are sent for one question: to three servers, or to one server three times. */
  attempts: 3,
  questionsAtOnce: 16,
  questionsWaiting: 240,
} as const;

/** The name servers of this machine, read each time: a laptop gets others with each network that it joins. */
export const machineNameServers: NameServers = () => new Resolver().getServers();

/** Makes the relay of one run. It hands DNS queries to the name servers and their answers back as they are. */
export function createNameRelay(servers: NameServers): NameRelay {
  const underWay = new Map<string, Promise<Buffer>>();
  const enter = createEntrance();
  // The server that answered while another was silent.
  let preferred: string | undefined;

  async function answer(query: Buffer, transport: NameTransport): Promise<Buffer> {
    const deadline = AbortSignal.timeout(relayLimits.answerMs);
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
    // A program that repeats its question, with another id or the same, waits for the first answer.
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
  /** Undefined for an answer of the relay's own. */
  server: string | undefined;
}

/** Asks the next server when one has failed, or has been silent for a while; the first good answer counts. */
function askInOrder(order: readonly string[], { query, transport, deadline }: Question): Promise<Found> {
  const found = Promise.withResolvers<Found>();
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, deadline]);
  const planned = Array.from({ length: relayLimits.attempts }, () => order)
    .flat()
    .slice(0, relayLimits.attempts);
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
    timer = setTimeout(askNext, relayLimits.nextServerMs);
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

/** Lets a bounded number of questions in at once; the others wait in order. Undefined for one that waited in vain. */
function createEntrance(): (deadline: AbortSignal) => Promise<(() => void) | undefined> {
  const waiting: (() => void)[] = [];
  let inside = 0;

  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) inside--;
    else next();
  };

  return async (deadline) => {
    if (inside < relayLimits.questionsAtOnce) {
      inside++;
      return leave;
    }
    if (waiting.length >= relayLimits.questionsWaiting) return undefined;
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
    const enter = () => resolve(leave);
    waiting.push(enter);
    const giveUp = () => {
      const place = waiting.indexOf(enter);
      if (place >= 0) waiting.splice(place, 1);
      resolve(undefined);
    };
    deadline.addEventListener('abort', giveUp, { once: true });
    return promise;
  };
}
