import type { Language } from '../../languages/languages.ts';
import type { LiveSandboxOptions } from '../../live-sandbox.ts';
import type { QueueFront } from '../../queue/run-queue.ts';
import type { RunContext } from './run-context.ts';

/** The parts of the engine that live sandboxes use. */
export type LiveContext = RunContext & QueueFront;

/** A request for a live sandbox that has left the queue. */
export interface LiveOrder {
  options: LiveSandboxOptions;
  language: Language;
  /** By performance.now(). */
  leftQueueAt: number;
  signal: AbortSignal;
  /** Called when the container of a created sandbox has been removed. Not called if the boot fails. */
  onRemoved: () => void;
}
