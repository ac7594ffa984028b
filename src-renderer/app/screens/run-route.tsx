import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { RunScreen } from '../../features/executions/run-screen.tsx';
import { useShownScratch } from '../../features/executions/scratches/scratch-store.ts';
import { installPackage } from '../../features/packages/install-package.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';
import { becomeScript } from '../tabs/become-script.ts';

const SaveToVault = lazyComponent(() => import('../../features/vault/save/save-to-vault.tsx'), 'SaveToVault');

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
        onSaved={(name, isNew) => {
          becomeScript(id, { name, isNew });
          navigate('/vault');
        }}
      />
    </Suspense>
  );
  return <RunScreen actions={actions} installPackage={installPackage} />;
}
