import { AppError } from '../../../errors/app-error.ts';
import { createChange } from '../../change.ts';
import type { EngineStatus } from '../../engine.ts';
import type { SandboxImage } from '../images/build-image.ts';
import type { FamilyImages } from '../images/family-images.ts';
import type { EngineLink } from './engine-link.ts';

/** A ready engine: its link and its images. */
export interface EngineConnection {
  link: EngineLink;
  image: SandboxImage;
  /** The images of all languages, including the base image. */
  families: FamilyImages;
}

export interface Readiness {
  status(): EngineStatus;
  current(): EngineConnection | undefined;
  /** Returns the last connection, which may be lost; its language versions are still shown. */
  last(): EngineConnection | undefined;
  /** Checks that an engine is ready or may become so soon. @throws AppError `engine_unavailable` */
  demand(): void;
  /**
   * Waits for the connection.
   * @throws AppError `engine_unavailable`, at once if there is no engine, else after 120 s; the signal's reason
   */
  wait(signal: AbortSignal): Promise<EngineConnection>;
  /** Calls `listener` after each change, with the connection of a ready engine, else with undefined. */
  onChange(listener: (connection: EngineConnection | undefined) => void): void;
  /** An engine was found. It is not ready yet, and runs wait for it. */
  becomeStarting(reason: string): void;
  becomeReady(connection: EngineConnection): void;
  becomeBuilding(): void;
  becomeUnavailable(reason: string, nextStep?: string): void;
}

const patienceMs = 120_000;
const name = 'docker';

/** Keeps the state of the engine and resolves the runs that wait for it to change. */
export function createReadiness(): Readiness {
  let status: EngineStatus = { name, status: 'starting' };
  let connection: EngineConnection | undefined;
  let lastConnection: EngineConnection | undefined;
  const change = createChange();
  const listeners: ((connection: EngineConnection | undefined) => void)[] = [];

  function become(next: EngineStatus, nextConnection?: EngineConnection): void {
    status = next;
    connection = nextConnection;
    lastConnection = nextConnection ?? lastConnection;
    for (const listener of listeners) listener(nextConnection);
    change.notify();
  }

  function demand(): void {
    if (status.status === 'unavailable') throw new AppError('engine_unavailable', sentence(status));
  }

  async function wait(signal: AbortSignal): Promise<EngineConnection> {
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
    becomeStarting: (reason) => become({ name, status: 'starting', reason }),
    becomeReady: (next) => become({ name, status: 'ready' }, next),
    becomeBuilding: () => become({ name, status: 'building_image' }),
    becomeUnavailable: (reason, nextStep) =>
      become({ name, status: 'unavailable', reason, ...(nextStep === undefined ? {} : { nextStep }) }),
  };
}

function sentence(status: EngineStatus): string {
  if (status.status !== 'unavailable')
    return ['The sandbox engine is not ready yet.', status.reason, 'Try again in a minute.'].filter(Boolean).join(' ');
  return [status.reason, status.nextStep && `To get one: ${status.nextStep}.`].filter(Boolean).join(' ');
}
