import { useEffect, useState } from 'react';
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { formatCode } from '../format/format-code.ts';
import { RunOutput } from '../run-output.tsx';
import { RunToolbar } from '../run-toolbar.tsx';
import { ownerOf } from '../scratches/scratch.ts';
import { useScratches, useShownScratch } from '../scratches/scratch-store.ts';
import { startScratch } from '../scratches/start-scratch.ts';

/** Language, code, run and output in a small window. Its code is not stored, and its runs get no secrets and no network. */
export function QuickRun() {
  const { id, draft } = useShownScratch();
  const { edit } = useScratches.getState();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    useScratches.getState().edit({ code: '', secrets: [] });
    setReady(true);
  }, []);
  if (!isReady) return null;
  return (
    <>
      <h1 className="sr-only">Quick run</h1>
      <div className="border-b border-line">
        <RunToolbar
          isKept={false}
          actions={
            <span className="flex items-center gap-1 text-xs text-muted">
              No secrets, no network. <Kbd keys={['Escape']} /> hides
            </span>
          }
        />
      </div>
      <div className="min-h-0 flex-1 border-b border-line">
        <CodeEditor
          label="Code"
          language={draft.language}
          value={draft.code}
          onValue={(code) => edit({ code })}
          onSubmit={() => void startScratch()}
          format={(code) => formatCode(draft.language, code)}
          autoFocus
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col">
        <RunOutput owner={ownerOf(id)} />
      </div>
    </>
  );
}
