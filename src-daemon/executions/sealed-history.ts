import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { ExecuteResponse, OutputGap, ResultFile } from '../../src-shared/contracts/executions.contract.ts';
import type { RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import { type AccountKeyPurpose, accountPurposeKey } from '../crypto/key-hierarchy.ts';
import { open, seal, sealInSlices } from '../crypto/seal.ts';
import type { SandboxFile } from '../engine/engine.ts';
import { packFiles, unpackFile } from './files/packed-files.ts';

/** Number of characters of each stream in a list. */
const previewLength = 4096;

/** Output and files of a run, as the history stores them. */
export interface StoredOutput {
  stdout: string;
  stderr: string;
  files: ResultFile[];
  /** Absent in a preview. */
  stdoutGap?: OutputGap | undefined;
  stderrGap?: OutputGap | undefined;
  notices?: string[] | undefined;
}

export interface RunIdentity {
  accountId: number;
  id: string;
}

type Field = 'request' | 'preview' | 'output' | 'files' | 'network';
const purposes: Record<Field, AccountKeyPurpose> = {
  request: 'inputs',
  preview: 'outputs',
  output: 'outputs',
  files: 'outputs',
  network: 'outputs',
};

export type SealedHistory = ReturnType<typeof createSealedHistory>;

/** Seals and opens the stored parts of a run. Each part is bound to its account, run and field. */
export function createSealedHistory(accountKey: Uint8Array) {
  return {
    sealRequest: (run: RunIdentity, request: ExecuteRequest) => sealText(run, 'request', JSON.stringify(request)),
    openRequest: (run: RunIdentity, sealed: Uint8Array): ExecuteRequest => JSON.parse(openText(run, 'request', sealed)),

    /** Seals the output; `output` is null if the preview contains all of it. */
    async sealOutput(run: RunIdentity, { stdout, stderr, files, stdoutGap, stderrGap, notices }: ExecuteResponse) {
      const preview = previewOf({ stdout, stderr, files, notices });
      const isWhole =
        stdout.length <= previewLength &&
        stderr.length <= previewLength &&
        stdoutGap === undefined &&
        stderrGap === undefined &&
        !files.some((file) => file.content);
      const whole: StoredOutput = { stdout, stderr, files, stdoutGap, stderrGap, notices };
      return {
        preview: sealText(run, 'preview', JSON.stringify(preview)),
        output: isWhole ? null : await sealLarge(run, 'output', Buffer.from(JSON.stringify(whole))),
      };
    },
    openOutput: (run: RunIdentity, field: 'preview' | 'output', sealed: Uint8Array): StoredOutput =>
      JSON.parse(openText(run, field, sealed)),

    sealNetwork: (run: RunIdentity, report: RunNetworkReport) =>
      sealLarge(run, 'network', Buffer.from(JSON.stringify(report))),
    openNetwork: (run: RunIdentity, sealed: Uint8Array): RunNetworkReport =>
      JSON.parse(openText(run, 'network', sealed)),

    sealFiles: async (run: RunIdentity, files: readonly SandboxFile[]) =>
      files.length === 0 ? null : await sealLarge(run, 'files', packFiles(files)),
    openFile: (run: RunIdentity, sealed: Uint8Array, path: string): Uint8Array | undefined =>
      unpackFile(
        withKey('files', (key) => open(key, contextOf(run, 'files'), sealed)),
        path,
      ),
  };

  function sealText(run: RunIdentity, field: Field, text: string): Uint8Array {
    return withKey(field, (key) => seal(key, contextOf(run, field), new TextEncoder().encode(text)));
  }

  /** Seals in slices, because output and files can be large. */
  async function sealLarge(run: RunIdentity, field: Field, bytes: Uint8Array): Promise<Uint8Array> {
    const key = accountPurposeKey(accountKey, purposes[field]);
    try {
      return await sealInSlices(key, contextOf(run, field), bytes);
    } finally {
      key.fill(0);
    }
  }

  function openText(run: RunIdentity, field: Field, sealed: Uint8Array): string {
    return new TextDecoder().decode(withKey(field, (key) => open(key, contextOf(run, field), sealed)));
  }

  function withKey<T>(field: Field, work: (key: Uint8Array) => T): T {
    const key = accountPurposeKey(accountKey, purposes[field]);
    try {
      return work(key);
    } finally {
      key.fill(0);
    }
  }
}

/** Returns the output as shown in a list. */
export function previewOf({ stdout, stderr, files, notices }: StoredOutput): StoredOutput {
  return {
    stdout: cut(stdout),
    stderr: cut(stderr),
    files: files.map(({ path, size, mediaType }) => ({ path, size, mediaType })),
    ...(notices && { notices }),
  };
}

function cut(text: string): string {
  return text.length <= previewLength ? text : text.slice(0, previewLength).replace(/[\ud800-\udbff]$/, '');
}

function contextOf({ accountId, id }: RunIdentity, field: Field) {
  return { kind: 'execution', accountId, itemId: id, itemVersion: 1, field };
}
