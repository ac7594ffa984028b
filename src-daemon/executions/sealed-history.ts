import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import { type AccountKeyPurpose, accountPurposeKey } from '../crypto/key-hierarchy.ts';
import { open, seal, sealInSlices } from '../crypto/seal.ts';
import type { SandboxFile } from '../engine/engine.ts';
import { packFiles, unpackFile } from './files/packed-files.ts';
import type { StoredLabel } from './history/stored-label.ts';
import { isWholeInPreview, previewOf, type StoredOutput } from './stored-output.ts';

export interface RunIdentity {
  accountId: number;
  id: string;
}

type Field = 'request' | 'label' | 'preview' | 'output' | 'files' | 'network';
const purposes: Record<Field, AccountKeyPurpose> = {
  request: 'inputs',
  label: 'inputs',
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

    sealLabel: (run: RunIdentity, label: StoredLabel) => sealText(run, 'label', JSON.stringify(label)),
    openLabel: (run: RunIdentity, sealed: Uint8Array): StoredLabel => JSON.parse(openText(run, 'label', sealed)),

    /** Seals the output; `output` is null if the preview contains all of it. */
    async sealOutput(run: RunIdentity, whole: StoredOutput) {
      return {
        preview: sealText(run, 'preview', JSON.stringify(previewOf(whole))),
        output: isWholeInPreview(whole) ? null : await sealLarge(run, 'output', Buffer.from(JSON.stringify(whole))),
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

function contextOf({ accountId, id }: RunIdentity, field: Field) {
  return { kind: 'execution', accountId, itemId: id, itemVersion: 1, field };
}
