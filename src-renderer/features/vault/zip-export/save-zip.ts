import { type EncryptedCodeMetadata, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { safePathsOf } from '../../../../src-shared/formats/script-paths.ts';
import { call } from '../../../client/call.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { runTransfer } from '../transfer/transfer-store.ts';
import { withZip } from './zip-in-worker.ts';

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
