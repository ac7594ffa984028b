import type { NetworkDecision } from '../../src-shared/contracts/network/network-report.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { CliError } from '../cli-error.ts';
import { askFresh } from '../output/ask.ts';
import type { Surroundings } from '../surroundings.ts';

/** A connection that waits for a decision about its host and port. */
export interface Held {
  id: number;
  host: string;
  port: number;
}

interface Asking {
  surroundings: Pick<Surroundings, 'stdin' | 'stderr'>;
  decide: (decision: NetworkDecision) => Promise<void>;
  /** Called when Ctrl+C answers a question. */
  interrupt: () => void;
}

interface Question {
  held: Held;
  cancellation: AbortController;
  answered: Promise<void>;
}

const keyOf = ({ host, port }: Omit<Held, 'id'>) => `${host}:${port}`;

/** Asks at the terminal about held connections, one after the other. An answer is valid for the rest of the run. */
export function createConnectionAsker({ surroundings, decide, interrupt }: Asking) {
  const waiting: Held[] = [];
  /** Connections that wait, by host and port. Decided ones stay, so that no question is repeated. */
  const holders = new Map<string, Set<number>>();
  const allowedHosts = new Set<string>();
  let current: Question | undefined;

  function askNext(): void {
    const held = current === undefined ? waiting.shift() : undefined;
    if (held === undefined) return;
    const cancellation = new AbortController();
    const answered = answer(held, cancellation.signal).finally(() => {
      current = undefined;
      askNext();
    });
    current = { held, cancellation, answered };
  }

  async function answer(held: Held, signal: AbortSignal): Promise<void> {
    const { host, port } = held;
    if (allowedHosts.has(host)) return decide({ host, port, decision: 'allow' });
    const question = `Allow the connection to ${visibleLine(keyOf(held))}? [y/N, a = all ports of this host] `;
    const text = await readAnswer(question, signal);
    if (text === undefined) {
      // Without an answer, a later connection is asked about again.
      holders.delete(keyOf(held));
      return;
    }
    const isAll = /^a(ll)?$/i.test(text);
    if (isAll) allowedHosts.add(host);
    await decide({ host, port, decision: isAll || /^y(es)?$/i.test(text) ? 'allow' : 'deny' });
  }

  /** Returns undefined if the question was withdrawn or interrupted. No input is a refusal. */
  async function readAnswer(question: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await askFresh(surroundings, question, signal)).trim();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof CliError)) throw error;
      if (error.code !== 'interrupted') return '';
      interrupt();
      return undefined;
    }
  }

  return {
    /** Asks about a connection, unless its host and port were asked about. */
    hold(held: Held): void {
      const ids = holders.get(keyOf(held));
      if (ids !== undefined) return void ids.add(held.id);
      holders.set(keyOf(held), new Set([held.id]));
      waiting.push(held);
      askNext();
    },
    /** Withdraws a question if none of its connections waits any longer. */
    release(held: Held): void {
      const ids = holders.get(keyOf(held));
      ids?.delete(held.id);
      if (ids === undefined || ids.size > 0) return;
      const index = waiting.findIndex((other) => keyOf(other) === keyOf(held));
      if (index !== -1) {
        waiting.splice(index, 1);
        holders.delete(keyOf(held));
      }
      if (current !== undefined && keyOf(current.held) === keyOf(held)) current.cancellation.abort();
    },
    /** Resolves when no question is open. */
    async idle(): Promise<void> {
      while (current !== undefined) await current.answered;
    },
    isAsking: () => current !== undefined,
    /** Withdraws all questions. */
    end(): void {
      waiting.length = 0;
      current?.cancellation.abort();
    },
  };
}
