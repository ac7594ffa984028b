import { type EncryptedCodeMetadata, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { call } from '../../../client/call.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { archiveBytes } from '../../../ui/data/zip/zip-limits.ts';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { runTransfer } from '../transfer/transfer-store.ts';
import { safePathsOf } from './safe-paths.ts';
import { withZip } from './zip-in-worker.ts';

/** Limits of a zip, which is made in memory. */
export const zipLimits = { files: 10_000, bytes: archiveBytes } as const;

/** Returns why the scripts cannot be in one zip, as a sentence; undefined if they can. */
export function zipProblem(scripts: readonly EncryptedCodeMetadata[]): string | undefined {
  const bytes = scripts.reduce((sum, { size }) => sum + size, 0);
  if (scripts.length <= zipLimits.files && bytes <= zipLimits.bytes) return undefined;
  return `A zip can have ${zipLimits.files.toLocaleString('en')} scripts with 256 MiB together. Select fewer scripts.`;
}

/**
 * Decrypts scripts in a worker, one after the other, and saves them as files of a zip. Scripts that fail are listed and are
 * not in it. Nothing is saved if the export is cancelled, or if no script could be decrypted.
 */
export async function saveZip(masterPassword: string, scripts: readonly EncryptedCodeMetadata[]): Promise<void> {
  const languages = await sessionQueries().ensureQueryData(languagesQuery);
  const paths = safePathsOf(scripts, languages);
  let added = 0;
  await withZip(async (zip) => {
    const isWhole = await runTransfer({
      kind: 'export',
      items: scripts,
      nameOf: ({ name }) => name,
      handle: async ({ name }) => {
        const { encryptedPayload: payload, updatedAt } = await call(readCode, { params: { name } });
        await zip.add({ masterPassword, payload, path: paths.get(name) ?? name, modifiedAt: Date.parse(updatedAt) });
        added += 1;
      },
    });
    if (!isWhole || added === 0) return;
    saveBytes(await zip.finish(), `strongroom-scripts-${new Date().toISOString().slice(0, 10)}.zip`);
  });
}
