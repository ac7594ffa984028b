import { FolderDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { saveArchive } from './save-archive.ts';

interface SaveAllProps {
  runId: string;
  files: readonly ResultFile[];
}

/** Saves all files of a run as one zip archive, with progress. It stops when it is removed from the screen. */
export function SaveAll({ runId, files }: SaveAllProps) {
  const [done, setDone] = useState<number>();
  const saving = useRef<AbortController>(null);
  useEffect(() => () => saving.current?.abort(), []);
  const save = async () => {
    const controller = new AbortController();
    saving.current = controller;
    setDone(0);
    await saveArchive(runId, files, { signal: controller.signal, onProgress: setDone });
    setDone(undefined);
  };
  const isSaving = done !== undefined;
  return (
    <>
      {isSaving && (
        <div className="min-w-16 flex-1">
          <ProgressBar label="Files in the archive" value={done} max={files.length} />
        </div>
      )}
      {/* The same button, so that it keeps the focus. */}
      <Button
        onClick={() => (isSaving ? saving.current?.abort() : void save())}
        icon={isSaving ? undefined : <FolderDown size={14} aria-hidden="true" />}
        {...(isSaving && { 'aria-label': 'Cancel the archive' })}
      >
        {isSaving ? 'Cancel' : 'Save all as zip'}
      </Button>
    </>
  );
}
