import type { RelayOffer } from '../../wire/mux.ts';
import type { Target } from './label.ts';

/** `timeout`: there was no decision in time. `withdrawn`: the program has closed its connection. */
export type HeldOutcome = 'allowed' | 'denied' | 'timeout' | 'withdrawn';

/** The connections about which a person decides. */
export interface HeldConnections {
  readonly count: number;
  /** Calls the listener once. The offer was not answered yet. */
  hold(target: Target, offer: RelayOffer, listener: (outcome: HeldOutcome) => void): void;
  /** Decides about all held connections to a target, and about later ones. */
  decide(target: Target, isAllowed: boolean): void;
  /** Returns the last decision about a target. */
  decisionAbout(target: Target): boolean | undefined;
}

interface Held {
  key: string;
  finish(outcome: HeldOutcome): void;
}

/** @param heldMs a connection without a decision is denied after this time, in ms */
export function createHeldConnections(heldMs: number): HeldConnections {
  const held = new Set<Held>();
  const decisions = new Map<string, boolean>();

  return {
    get count() {
      return held.size;
    },
    hold: (target, offer, listener) => {
      const entry: Held = {
        key: keyOf(target),
        finish: (outcome) => {
          clearTimeout(timer);
          if (held.delete(entry)) listener(outcome);
        },
      };
      const timer = setTimeout(() => entry.finish('timeout'), heldMs);
      held.add(entry);
      offer.whenWithdrawn(() => entry.finish('withdrawn'));
    },
    decide: (target, isAllowed) => {
      decisions.set(keyOf(target), isAllowed);
      for (const entry of [...held]) if (entry.key === keyOf(target)) entry.finish(isAllowed ? 'allowed' : 'denied');
    },
    decisionAbout: (target) => decisions.get(keyOf(target)),
  };
}

function keyOf({ host, port }: Target): string {
  return `${host}:${port}`;
}
