import { useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { FileLine } from './file-line.tsx';
import { FileList } from './file-list.tsx';
import { FilePreview } from './file-preview.tsx';
import type { Gallery } from './image-preview.tsx';
import { SaveAll } from './save-all.tsx';

interface ResultsViewProps {
  runId: string | undefined;
  files: readonly ResultFile[];
}

/** All files of a run: a list, and the selected file next to it. */
export function ResultsView({ runId, files }: ResultsViewProps) {
  const [{ path, byStep }, setChosen] = useState<{ path?: string; byStep: boolean }>({ byStep: false });
  const shown = files.find((file) => file.path === path) ?? files[0];
  const gallery: Gallery = {
    files,
    takesFocus: byStep,
    onShow: (file) => setChosen({ path: file.path, byStep: true }),
  };
  if (runId === undefined || shown === undefined) return null;
  return (
    <section aria-label="Results" className="@container flex min-h-40 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col @2xl:flex-row">
        {files.length > 1 && (
          <FileList
            files={files}
            shown={shown}
            onShow={(file) => setChosen({ path: file.path, byStep: false })}
            action={<SaveAll runId={runId} files={files} />}
          />
        )}
        <div className="flex min-h-48 min-w-0 flex-1 flex-col">
          <ShownFile key={shown.path} runId={runId} file={shown} gallery={gallery} />
        </div>
      </div>
    </section>
  );
}

function ShownFile({ runId, file, gallery }: { runId: string; file: ResultFile; gallery: Gallery }) {
  return (
    <>
      <div className="group flex shrink-0 items-center gap-3 border-b border-line px-3 py-1">
        <FileLine runId={runId} file={file} />
      </div>
      <FilePreview runId={runId} file={file} gallery={gallery} />
    </>
  );
}
