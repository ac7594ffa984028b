import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { ApiError } from '../../../client/api-error.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';
import { runTransfer } from '../transfer/transfer-store.ts';
import type { PlannedMove } from './move-plan.ts';
import { moveScript } from './rename-script.ts';

/** Renames scripts one after the other. Those that fail are listed in the transfer and keep their names. */
export async function moveScripts(
  moving: readonly PlannedMove[],
  stored: readonly EncryptedCodeMetadata[],
  onRenamed: (from: string, to: string) => void,
): Promise<void> {
  const byName = new Map(stored.map((script) => [script.name, script]));
  try {
    await runTransfer({
      kind: 'move',
      items: moving,
      nameOf: ({ from }) => from,
      handle: async ({ from, to }) => {
        const script = byName.get(from);
        if (script === undefined) throw new ApiError('code_not_found', `The vault has no script named ${from}.`);
        await moveScript(script, to);
        onRenamed(from, to);
      },
    });
  } finally {
    await forgetVaultQueries();
  }
}
