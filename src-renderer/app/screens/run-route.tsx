import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { RunScreen } from '../../features/executions/run-screen.tsx';
import { useShownScratch } from '../../features/executions/scratches/scratch-store.ts';
import { installPackage } from '../../features/packages/install-package.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';

const SaveToVault = lazyComponent(() => import('../../features/vault/save/save-to-vault.tsx'), 'SaveToVault');

/** The Run screen with the button that saves code to the vault. */
export function RunRoute() {
  const { language, code, network, rules } = useShownScratch().draft;
  const [, navigate] = useLocation();
  const actions = (
    <Suspense>
      <SaveToVault
        language={language}
        code={code}
        network={network === 'rules' ? rules : undefined}
        onVault={() => navigate('/vault')}
      />
    </Suspense>
  );
  return <RunScreen actions={actions} installPackage={installPackage} />;
}
