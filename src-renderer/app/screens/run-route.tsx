import { Suspense } from 'react';
import { useLocation } from 'wouter';
import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import { loadPart } from '../../client/load-part.ts';
import { RunScreen } from '../../features/executions/run-screen.tsx';
import type { RunResult } from '../../features/executions/run-store.ts';
import { useShownScratch } from '../../features/executions/scratches/scratch-store.ts';
import { installPackage } from '../../features/packages/install-package.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';

const SaveToVault = lazyComponent(() => import('../../features/vault/save/save-to-vault.tsx'), 'SaveToVault');

/** The code is loaded when something is saved. */
async function showAsScript(id: string, saved: { name: string; isNew: boolean }): Promise<void> {
  const { becomeScript } = await loadPart(() => import('../tabs/become-script.ts'));
  becomeScript(id, saved);
}

/** The code is loaded when a program is to be repaired. */
async function repair(request: ExecuteRequest, result: RunResult): Promise<void> {
  const { offerRepair } = await loadPart(() => import('./offer-repair.ts'));
  await offerRepair(request, result);
}

/** The Run screen with the button that saves code to the vault, where its scratch becomes a script. */
export function RunRoute() {
  const { id, draft } = useShownScratch();
  const { language, code, network, rules } = draft;
  const [, navigate] = useLocation();
  const actions = (
    <Suspense>
      <SaveToVault
        language={language}
        code={code}
        network={network === 'rules' ? rules : undefined}
        onVault={() => navigate('/vault')}
        onSaved={(name, isNew) => void showAsScript(id, { name, isNew }).then(() => navigate('/vault'))}
      />
    </Suspense>
  );
  return (
    <RunScreen
      actions={actions}
      installPackage={installPackage}
      onRepair={(failed, result) => void repair(failed, result).then(() => navigate('/generate'))}
    />
  );
}
