import { useState } from 'react';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { OutputView } from '../../ui/output/output-view.tsx';
import { useOutputControls } from '../../ui/output/use-output-controls.ts';
import type { Installation } from './install-logs.ts';

/** The installer's output. It is open during an installation and after a failure, unless the user closes it. */
export function InstallLogView({ title, installation }: { title: string; installation: Installation }) {
  const { phase, log } = installation;
  const [chosen, setChosen] = useState<boolean>();
  const controls = useOutputControls(log);
  return (
    <div className="border-t border-line">
      <Disclosure
        label={phase === 'installing' ? 'Install log, in progress' : 'Install log'}
        open={chosen ?? phase !== 'installed'}
        onOpen={setChosen}
      >
        <div className="flex h-56 flex-col overflow-hidden rounded-b-panel border-t border-line">
          <OutputView
            label={`Install log of ${title}`}
            controls={controls}
            isGrowing={phase === 'installing'}
            empty={
              <p className="px-4 py-1 font-sans text-muted">
                {phase === 'installing' ? 'No output of the installer yet.' : 'The installer wrote no output.'}
              </p>
            }
          />
        </div>
      </Disclosure>
    </div>
  );
}
