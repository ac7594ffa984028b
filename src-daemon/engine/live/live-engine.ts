import type { Egress } from '../../egress/open-egress.ts';
import type { FrameChannel } from '../../wire/frame-channel.ts';
import type { Disposals } from '../disposals.ts';
import type { EngineLog } from '../engine-log.ts';
import type { GuestSession } from '../guest/session/session.ts';
import type { Language } from '../languages/languages.ts';
import type { LiveSandbox, LiveSandboxEnd, LiveSandboxOptions } from '../live-sandbox.ts';
import type { QueueFront } from '../queue/run-queue.ts';
import type { StartWait } from '../queue/start-wait.ts';

/** A sandbox that waits for its session, as its engine keeps it. */
export interface LiveHost {
  channel: FrameChannel;
  /** Names the sandbox in the log. */
  names: Readonly<Record<string, string>>;
  /** Aborts when its engine is lost. */
  lost: AbortSignal;
  /** Returns why the sandbox has ended, after its stream has closed. Never rejects. */
  findReason(): Promise<LiveSandboxEnd>;
  createPause(session: GuestSession): Pick<LiveSandbox, 'pause' | 'resume'>;
  /** Kills all processes and removes the sandbox. Resolves when it no longer exists. */
  dispose(): Promise<void>;
}

/** A network of a live sandbox, and the sandboxes in it. */
export interface LiveNetwork {
  /** Present with a network by rule. */
  egress: Egress | undefined;
  /** Takes a sandbox from the pool. @throws errors of the engine; the signal's reason */
  take(): Promise<LiveHost>;
  /** Ends the connections and removes the network. */
  closeNetwork(): Promise<void>;
}

/** An order of a live sandbox that has its slot. */
export interface LiveRequest {
  options: LiveSandboxOptions;
  language: Language;
  wait: StartWait;
}

/** The part of an engine that live sandboxes need. */
export interface LiveEngine<Connection> extends LiveContext {
  /** Checks that the engine can have the sandbox. @throws AppError */
  check(options: LiveSandboxOptions, language: Language): void;
  /** Waits for a connection. @throws AppError `engine_unavailable`; the signal's reason */
  waitForConnection(signal: AbortSignal): Promise<Connection>;
  /** Does something at a connection, and at the next one if the first was replaced. @throws AppError */
  withConnection<T>(
    first: Connection,
    work: { language: Language; signal: AbortSignal; attempt: (connection: Connection) => Promise<T> },
  ): Promise<T>;
  /** Opens the network of a sandbox. @throws AppError; the signal's reason */
  openNetwork(connection: Connection, request: LiveRequest): Promise<LiveNetwork>;
  /** Replaces the sandboxes that were taken. */
  refill(): void;
  /** Takes a slot of the networks by rule, if the sandbox has one. */
  enterEgress(options: LiveSandboxOptions, signal: AbortSignal): Promise<{ leave(): void }>;
}

/** The context of all live sandboxes of an engine. */
export interface LiveContext extends QueueFront {
  log: EngineLog;
  disposals: Disposals;
}

/** A request for a live sandbox that has left the queue. */
export interface LiveOrder {
  language: Language;
  /** By performance.now(). */
  leftQueueAt: number;
  signal: AbortSignal;
  /** Called when a created sandbox has been removed. Not called if the boot fails. */
  onRemoved: () => void;
}
