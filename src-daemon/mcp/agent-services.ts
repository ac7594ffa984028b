import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { Execution } from '../../src-shared/contracts/executions.contract.ts';
import type { LanguageInfo } from '../../src-shared/contracts/languages.contract.ts';
import type { PackageInfo } from '../../src-shared/contracts/packages.contract.ts';
import type { EncryptedCodeMetadata, ExecuteStoredRequest } from '../../src-shared/contracts/vault.contract.ts';
import type { Actor } from '../core/actor.ts';
import type { StreamEvent } from '../core/stream-event.ts';

/** Functions of the features that the tools of agents use; services.ts supplies them. */
export interface AgentServices {
  executions: {
    executeStreaming(actor: Actor, request: ExecuteRequest, signal: AbortSignal): AsyncIterable<StreamEvent>;
    read(actor: Actor, id: string): Execution;
    cancel(actor: Actor, id: string): Promise<Execution>;
    readFile(actor: Actor, id: string, path: string): Promise<{ name: string; mediaType: string; content: Uint8Array }>;
  };
  liveRuns: { find(accountId: number, id: string): { cancellation: AbortController } | undefined };
  languages(): LanguageInfo[];
  secrets: { list(actor: Actor): { name: string; description: string; injected?: false | undefined }[] };
  packages: { service: { list(actor: Actor): PackageInfo[] } };
  vault: { list(actor: Actor): EncryptedCodeMetadata[] };
  executeStored: {
    executeStreaming(
      actor: Actor,
      run: { name: string; request: ExecuteStoredRequest; signal: AbortSignal },
    ): Promise<AsyncIterable<StreamEvent>>;
  };
}

export interface AgentDeps {
  services: AgentServices;
  version: string;
  log: { error(fields: object, message: string): void };
}
