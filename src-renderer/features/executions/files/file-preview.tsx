import { Suspense, useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';
import { isCsv, isHtml, isImage } from './result-file-content.ts';
import { useBlobUrl, useFileBytes } from './use-file-bytes.ts';

// The first screen does not need its parser.
const CsvTable = lazyComponent(() => import('./csv-table.tsx'), 'CsvTable');

const textLimit = 200_000;
/** Stands before the page's own markup, so that the page cannot send any request. */
const framePolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

interface FilePreviewProps {
  runId: string;
  file: ResultFile;
}

/** Shows a result file so that no code in it runs. */
export function FilePreview({ runId, file }: FilePreviewProps) {
  const { data: bytes, error } = useFileBytes(runId, file);
  if (error) return <ErrorNote error={error} />;
  if (bytes === undefined) return <LoadingRows label="Loading the file" />;
  if (isImage(file)) return <Picture bytes={bytes} file={file} />;
  const text = new TextDecoder().decode(bytes);
  if (isCsv(file))
    return (
      <Suspense fallback={<LoadingRows label="Loading the table" />}>
        <CsvTable text={text} label={visibleLine(file.path)} />
      </Suspense>
    );
  if (isHtml(file)) return <Html text={text} />;
  return <Source text={text} />;
}

function Picture({ bytes, file }: { bytes: Uint8Array<ArrayBuffer>; file: ResultFile }) {
  const url = useBlobUrl(bytes, file.mediaType);
  if (url === undefined) return null;
  return (
    <div className="rounded-control border border-line bg-white p-2">
      <img src={url} alt={`Result file ${visibleLine(file.path)}`} className="mx-auto max-h-[65vh] max-w-full" />
    </div>
  );
}

/** Shows the source, or the page in a frame without permissions: no script, no form, no origin. */
function Html({ text }: { text: string }) {
  const [view, setView] = useState('source');
  return (
    <Tabs
      label="How to show the page"
      value={view}
      onValue={setView}
      tabs={[
        { value: 'source', label: 'Source', content: <Source text={text} /> },
        {
          value: 'page',
          label: 'As a page, without scripts',
          content: (
            <iframe
              title="The page, without scripts"
              sandbox=""
              srcDoc={`${framePolicy}${text}`}
              referrerPolicy="no-referrer"
              className="h-[60vh] w-full border border-line bg-white"
            />
          ),
        },
      ]}
    />
  );
}

function Source({ text }: { text: string }) {
  return (
    <>
      {text.length > textLimit && (
        <p className="text-sm text-muted">Only the first part is shown. Save the file to see all of it.</p>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60vh] overflow-auto rounded-control bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap"
      >
        {text.slice(0, textLimit)}
      </pre>
    </>
  );
}
