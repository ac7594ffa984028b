import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { Execution } from '../../src-shared/contracts/executions.contract.ts';
import type { LanguageInfo } from '../../src-shared/contracts/languages.contract.ts';
import type { RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import type { SecretHost } from '../../src-shared/contracts/network/secret-hosts.ts';
import type { PackageInfo } from '../../src-shared/contracts/packages.contract.ts';
import type { CellRequest, CellResult } from '../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { CreateSandboxRequest } from '../../src-shared/contracts/sandboxes/create-request.ts';
import type { ProcessRequest, ProcessResult } from '../../src-shared/contracts/sandboxes/processes.contract.ts';
import type { Sandbox, SandboxCreationEvent } from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { EncryptedCodeMetadata, ExecuteStoredRequest } from '../../src-shared/contracts/vault.contract.ts';
import type { ListingQuery } from '../../src-shared/listing-query.ts';
import type { Actor } from '../core/actor.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { ShownLocation } from '../work/shown-location.ts';
import type { NetworkOutput } from './network/network-result.ts';

/** Functions of the features that the tools of agents use; services.ts supplies them. */
export interface AgentServices {
  executions: {
    executeStreaming(
      actor: Actor,
      request: ExecuteRequest,
      client: { signal: AbortSignal },
    ): AsyncIterable<StreamEvent>;
    read(actor: Actor, id: string): Execution;
    list(actor: Actor, page: { limit: number }): Promise<{ executions: Execution[] }>;
    cancel(actor: Actor, id: string): Promise<Execution>;
    readNetwork(actor: Actor, id: string): Promise<RunNetworkReport>;
    readFile(actor: Actor, id: string, path: string): Promise<{ name: string; mediaType: string; content: Uint8Array }>;
  };
  currentRuns: {
    find(
      accountId: number,
      id: string,
    ): { cancellation: AbortController; status(): 'queued' | 'running' | 'ended' } | undefined;
  };
  /** Returns where programs run. */
  location(): ShownLocation;
  languages(): LanguageInfo[];
  secrets: { list(actor: Actor, query?: ListingQuery): AgentSecret[] };
  packages: { service: { list(actor: Actor): PackageInfo[] } };
  vault: { list(actor: Actor, query?: ListingQuery): EncryptedCodeMetadata[] };
  executeStored: {
    executeStreaming(
      actor: Actor,
      run: { name: string; request: ExecuteStoredRequest; signal: AbortSignal },
    ): Promise<AsyncIterable<StreamEvent>>;
  };
  sandboxes: AgentSandboxes;
}

/** A secret, without its value. */
interface AgentSecret {
  name: string;
  description: string;
  injected?: false | undefined;
  hosts?: readonly SecretHost[] | undefined;
}

/** A path in a sandbox; the empty path is the working directory. */
export interface SandboxPath {
  id: string;
  path: string;
}

interface Work<Request> {
  request: Request;
  /** Ends the work when it aborts. */
  signal: AbortSignal;
}

/** The sandboxes that agents create and use. */
export interface AgentSandboxes {
  create(
    actor: Actor,
    creation: Work<CreateSandboxRequest> & { append?: (event: SandboxCreationEvent) => void },
  ): Promise<Sandbox>;
  read(actor: Actor, id: string): Promise<Sandbox>;
  remove(actor: Actor, id: string): Promise<void>;
  network: { readNetwork(actor: Actor, id: string): Promise<RunNetworkReport> };
  runCell(actor: Actor, context: { id: string; cid: string }, work: Work<CellRequest>): Promise<CellResult>;
  runProcess(actor: Actor, id: string, work: Work<ProcessRequest>): Promise<ProcessResult>;
  startProcess(actor: Actor, id: string, request: ProcessRequest): Promise<{ pid: number }>;
  files: {
    list(actor: Actor, folder: SandboxPath & { depth: number }): Promise<{ entries: SandboxEntry[]; isCut: boolean }>;
    /** The content must be read to the end, or its iterator returned. */
    read(
      actor: Actor,
      file: SandboxPath,
    ): Promise<{ mediaType: string; content: { sizeBytes: number; chunks: AsyncIterable<Uint8Array> } }>;
    write(
      actor: Actor,
      file: SandboxPath,
      upload: { chunks: AsyncIterable<Uint8Array>; contentLength: number; isNew: boolean },
    ): Promise<{ isNew: boolean }>;
  };
}

/** A file, folder or link of a sandbox. */
export interface SandboxEntry {
  path: string;
  type: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** Target of a link. */
  target?: string;
}

/** Does work in a sandbox, and returns with its result the connections since the last call. */
export type NetworkWatch = <Result>(
  actor: Actor,
  id: string,
  work: () => Promise<Result>,
) => Promise<{ result: Result; network: NetworkOutput | undefined }>;

export interface AgentDeps {
  services: AgentServices;
  version: string;
  /** Follows the connections of sandboxes from one call to the next. */
  watchNetwork: NetworkWatch;
  log: { error(fields: object, message: string): void };
}
