import type { RunEvent, Strongroom } from '../../../typescript/src/index.ts';
import type { Editor } from '../editor/editor.ts';
import { Dismissed } from '../failure.ts';
import { createProgramOutput } from './program-output.ts';
import { summaryOf } from './summary.ts';

interface FollowContext {
  editor: Pick<Editor, 'output'>;
  daemon: Strongroom;
  /** Cancels the run. */
  signal: AbortSignal;
}

/** Starts a run and shows its output as it arrives, and how it ended. @throws StrongroomError if it could not be attempted */
export async function followRun(
  { editor, daemon, signal }: FollowContext,
  start: (signal: AbortSignal) => AsyncIterable<RunEvent>,
): Promise<void> {
  const panel = createPanel(editor);
  const request = new AbortController();
  let id: string | undefined;
  const cancel = () => {
    // A run that has started ends with its result. If it has ended since, it cannot be cancelled, and its result follows.
    if (id === undefined) request.abort();
    else void daemon.executions.cancel(id).catch(() => undefined);
  };

  signal.addEventListener('abort', cancel);
  try {
    for await (const { event, data } of start(request.signal)) {
      if (event === 'started') id = data.id;
      else if (event === 'stdout' || event === 'stderr') panel.show(event, data.text);
      else if (event === 'finished') panel.end(summaryOf(data));
    }
  } catch (error) {
    throw request.signal.aborted ? new Dismissed() : error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function createPanel({ output }: Pick<Editor, 'output'>) {
  const streams = { stdout: createProgramOutput(), stderr: createProgramOutput() };
  let isLineStart = true;

  const append = (text: string) => {
    if (text === '') return;
    output.append(text);
    isLineStart = text.endsWith('\n');
  };
  return {
    show: (stream: 'stdout' | 'stderr', chunk: string) => append(streams[stream].show(chunk)),
    end: (summary: string) => {
      append(streams.stdout.end() + streams.stderr.end());
      append(`${isLineStart ? '' : '\n'}${summary}`);
    },
  };
}
