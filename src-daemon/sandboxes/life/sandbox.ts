import type { Network } from '../../../src-shared/contracts/network/network-rules.ts';
import type { SandboxEndReason } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import type { Actor } from '../../core/actor.ts';
import type { AccountMemory } from '../../core/memory/ledger.ts';
import type { LiveSandbox } from '../../engine/live-sandbox.ts';
import type { ResolvedPackage } from '../../work/find-packages.ts';
import type { NetworkRecorder } from '../../work/network/network-recorder.ts';
import type { Expiry } from './expiry.ts';

/** Facts that do not change after the creation of a sandbox. */
export interface SandboxFacts {
  id: string;
  accountId: number;
  /** The credential that created it: the sandbox ends with it. */
  credential: Pick<Actor['credential'], 'kind' | 'id'>;
  source: string;
  language: string;
  memoryMb: number;
  diskMb: number;
  /** As requested. */
  network: Network;
  /** Variables of every process and context: those of the request and the secrets. */
  env: Readonly<Record<string, string>>;
  secretNames: readonly string[];
  /** Number of packages that its programs can import. */
  packages: number;
  /** Their names, without those of their dependencies. */
  packageNames: readonly string[];
  /** False if the request was to have none of the list. */
  hasPackages: boolean;
  /** Packages that the request named, with the installed versions. */
  withPackages: readonly ResolvedPackage[];
  metadata: Readonly<Record<string, string>>;
  /** Epoch ms. */
  createdAt: number;
  queuedMs: number;
  startupMs: number;
  notices: readonly string[];
}

export interface SandboxMask extends Pick<OutputMask, 'newStream' | 'units'> {
  /** Resolves when the search for the secrets is prepared: masking then takes no long slices. */
  isPrepared: Promise<void>;
}

interface SandboxParts {
  facts: SandboxFacts;
  memory: AccountMemory;
  live: LiveSandbox;
  expiry: Expiry;
  /** Masks the values of its secrets in text. */
  secrets: OutputMask;
  /** Creates the mask of these values in bytes. */
  newByteMask: () => OutputMask;
  /** Absent without network rules. */
  networkRecorder: NetworkRecorder | undefined;
}

export type ActiveSandbox = ReturnType<typeof createActiveSandbox>;

/** A sandbox in memory, from its creation to its end. */
export function createActiveSandbox({ facts, secrets, newByteMask, networkRecorder, ...parts }: SandboxParts) {
  const { live, expiry, memory } = parts;
  const mask = prepareMask(secrets);
  let byteMask: SandboxMask | undefined;
  const ended = Promise.withResolvers<void>();
  let endReason: SandboxEndReason | undefined;
  let paused: PromiseWithResolvers<void> | undefined;
  let isOwnerless = false;

  return {
    ...facts,
    live,
    expiry,
    /** Memory that the daemon holds for its account. */
    memory,
    mask,
    /** The mask for the exact bytes of output, which few processes print. */
    byteMask: (): SandboxMask => {
      byteMask ??= prepareMask(newByteMask());
      return byteMask;
    },
    networkRecorder,
    /** Resolves when the end has begun. */
    ended: ended.promise,
    endReason: () => endReason,
    /** Sets the reason of the end. Returns false if the end has begun already. */
    beginEnd(reason: SandboxEndReason): boolean {
      if (endReason !== undefined) return false;
      endReason = reason;
      expiry.stop();
      networkRecorder?.close();
      ended.resolve();
      paused?.resolve();
      return true;
    },
    /** True if its login ended because the window was locked: the sandbox then stays until its limits. */
    isOwnerless: () => isOwnerless,
    loseOwner(): void {
      isOwnerless = true;
    },
    isPaused: () => paused !== undefined,
    setPaused(isPaused: boolean): void {
      expiry.setPaused(isPaused);
      if (isPaused) paused ??= Promise.withResolvers<void>();
      else {
        paused?.resolve();
        paused = undefined;
      }
    },
    /** Resolves when the sandbox is not paused, or has ended. Time limits wait for it: a paused process cannot react. */
    whenRunning: (): Promise<void> => paused?.promise ?? Promise.resolve(),
  };
}

function prepareMask(secrets: OutputMask): SandboxMask {
  const isPrepared = secrets.prepare();
  isPrepared.catch(() => undefined);
  return { newStream: secrets.newStream, units: secrets.units, isPrepared };
}
