import { AppError } from '../../errors/app-error.ts';
import { createChange } from '../change.ts';
import type { EngineStatus } from '../engine.ts';

/** The state of an engine that is reached by a connection, and the waits of runs for it. */
export interface Readiness<Connection> {
  status(): EngineStatus;
  current(): Connection | undefined;
  /** Returns the last connection, which may be lost; its language versions are still shown. */
  last(): Connection | undefined;
  /** Checks that an engine is ready or may become so soon. @throws AppError `engine_unavailable` */
  demand(): void;
  /**
   * Waits for the connection.
   * @throws AppError `engine_unavailable`, at once if there is no engine, else after 120 s; the signal's reason
   */
  wait(signal: AbortSignal): Promise<Connection>;
  /** Calls `listener` after each change, with the connection of a ready engine, else with undefined. */
  onChange(listener: (connection: Connection | undefined) => void): void;
  /** An engine was found. It is not ready yet, and runs wait for it. */
  becomeStarting(reason: string): void;
  becomeReady(connection: Connection): void;
  becomeBuilding(): void;
  becomeUnavailable(reason: string, nextStep?: string): void;
}

const patienceMs = 120_000;

/** Name and place of an engine in its status. */
export type EngineIdentity = Pick<EngineStatus, 'name' | 'place' | 'cluster'>;

/** Keeps the state of the engine and resolves the runs that wait for it to change. */
export function createReadiness<Connection>(identity: EngineIdentity): Readiness<Connection> {
  let status: EngineStatus = { ...identity, status: 'starting' };
  let connection: Connection | undefined;
  let lastConnection: Connection | undefined;
  const change = createChange();
  const listeners: ((connection: Connection | undefined) => void)[] = [];

  function become(next: EngineStatus, nextConnection?: Connection): void {
    status = next;
    connection = nextConnection;
    lastConnection = nextConnection ?? lastConnection;
    for (const listener of listeners) listener(nextConnection);
    change.notify();
  }

  function demand(): void {
    if (status.status === 'unavailable') throw new AppError('engine_unavailable', sentence(status));
  }

  async function wait(signal: AbortSignal): Promise<Connection> {
    const patience = AbortSignal.timeout(patienceMs);
    for (;;) {
      signal.throwIfAborted();
      demand();
      if (connection !== undefined) return connection;
      if (patience.aborted) throw new AppError('engine_unavailable', sentence(status), { retryAfterSeconds: 30 });
      await change.next([signal, patience]);
    }
  }

  return {
    status: () => status,
    current: () => connection,
    last: () => lastConnection,
    demand,
    wait,
    onChange: (listener) => void listeners.push(listener),
    becomeStarting: (reason) => become({ ...identity, status: 'starting', reason }),
    becomeReady: (next) => become({ ...identity, status: 'ready' }, next),
    becomeBuilding: () => become({ ...identity, status: 'building_image' }),
    becomeUnavailable: (reason, nextStep) =>
      become({ ...identity, status: 'unavailable', reason, ...(nextStep === undefined ? {} : { nextStep }) }),
  };
}

function sentence(status: EngineStatus): string {
  if (status.status !== 'unavailable')
    return ['The sandbox engine is not ready yet.', status.reason, 'Try again in a minute.'].filter(Boolean).join(' ');
  return [status.reason, status.nextStep && `To get one: ${status.nextStep}.`].filter(Boolean).join(' ');
}
