import type { NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';
import { useDraftStatus } from '../../../client/drafts/drafts.ts';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { DraftMark } from '../../../ui/forms/draft-mark.tsx';
import type { ProgramDraft } from './files/program.ts';
import { ProfileBar } from './profile-bar.tsx';
import { RunOptions } from './run-options.tsx';
import {
  editScriptOptions,
  optionsIdOf,
  setScriptOptions,
  showScriptOptions,
  useScriptOptions,
} from './script-options.ts';

interface ScriptRunOptionsProps {
  name: string;
  /** The rules that are stored with the script. */
  stored: NetworkRules | undefined;
  /** The code, whose comments can ask for values. */
  code: string;
  /** Its language, and the save of another program in its place; absent while it cannot be saved. */
  program: { language: string; onText(program: Pick<ProgramDraft, 'language' | 'code'>): void } | undefined;
}

/** The run options of a stored script. */
export function ScriptRunOptions({ name, stored, code, program }: ScriptRunOptionsProps) {
  const id = optionsIdOf(name);
  const draft = useScriptOptions((options) => options[id]);
  const state = useDraftStatus(id)?.state;
  if (draft === undefined) return <LoadingRows label="Loading the options" />;
  return (
    <>
      {(state === 'conflict' || state === 'unsaved') && (
        <div className="border-b border-line p-3">
          <DraftMark ids={[id]} onTaken={(_, text) => showScriptOptions(name, text)} />
        </div>
      )}
      <ProfileBar draft={draft} onDraft={(next) => setScriptOptions(name, next)} />
      <RunOptions
        key={`${name} ${draft.profile}`}
        draft={draft}
        code={code}
        script={{ stored }}
        edit={(change) => editScriptOptions(name, change)}
        program={
          program && {
            ...{ isStored: true, language: program.language, code, entry: draft.entry },
            onProgram: ({ entry, files, ...text }) => {
              editScriptOptions(name, { entry, files });
              program.onText(text);
            },
          }
        }
        runsAt={
          draft.entry === undefined
            ? undefined
            : { path: draft.entry, onClear: () => editScriptOptions(name, { entry: undefined }) }
        }
      />
    </>
  );
}
