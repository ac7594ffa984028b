import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import type { ExecuteStoredRequest } from '../../src-shared/contracts/vault.contract.ts';
import type { Argon2id } from '../../src-shared/zk/argon2id.ts';
import { openCode, ZKOpenError } from '../../src-shared/zk/zk-code.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor } from '../core/actor.ts';
import { requireScope } from '../core/rights.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import { AppError } from '../errors/app-error.ts';
import type { RunFor } from '../work/run-purpose.ts';
import type { VaultService } from './vault.service.ts';

interface ExecuteCodeDeps {
  vault: VaultService;
  /** Takes turns with those of other accounts. */
  argon2idFor: (accountId: number) => Argon2id;
  recordAudit: RecordAudit;
  /** Runs of the executions feature. */
  runs: {
    executeFor(actor: Actor, request: ExecuteRequest, run: RunFor): Promise<ExecuteResponse>;
    streamFor(actor: Actor, request: ExecuteRequest, run: RunFor): AsyncIterable<StreamEvent>;
  };
}

export interface StoredRun {
  name: string;
  request: ExecuteStoredRequest;
  signal: AbortSignal;
  /** The client's name for the request. */
  retryKey?: string | undefined;
}

export type ExecuteCode = ReturnType<typeof createExecuteCode>;

/** Opens stored code for one run: in memory and in the sandbox, and kept nowhere. */
export function createExecuteCode({ vault, argon2idFor, recordAudit, runs }: ExecuteCodeDeps) {
  return {
    /** @throws AppError `code_not_found`, `decryption_failed`, and what a run is refused for */
    execute: async (actor: Actor, run: StoredRun) =>
      runs.executeFor(actor, await openRequest(actor, run), runFor(actor, run)),

    executeStreaming: async (actor: Actor, run: StoredRun) =>
      runs.streamFor(actor, await openRequest(actor, run), runFor(actor, run)),
  };

  async function openRequest(actor: Actor, { name, request }: StoredRun): Promise<ExecuteRequest> {
    requireScope(actor, 'execute');
    const { masterPassword, ...options } = request;
    const { language, payload, network } = vault.find(actor, name);
    try {
      const code = await openCode(argon2idFor(actor.accountId), masterPassword, payload);
      return { ...(network !== null && { network }), ...options, language, code };
    } catch (error) {
      if (!(error instanceof ZKOpenError)) throw error;
      throw new AppError(
        'decryption_failed',
        'The code was not decrypted: the master password is wrong, or the stored code was changed.',
      );
    }
  }

  function runFor(actor: Actor, { name, signal, retryKey }: StoredRun): RunFor {
    return {
      signal,
      retryKey,
      purpose: {
        source: 'vault',
        name,
        keepsRequest: false,
        recordStart: (db, facts) => recordAudit(db, actor, { action: 'zk.execute', metadata: { name, ...facts } }),
      },
    };
  }
}
