import { LoadingRows } from '../../ui/empty-state.tsx';
import { RunOptions } from './run-options.tsx';
import { editScriptOptions, optionsIdOf, useScriptOptions } from './script-options.ts';

/** What runs of a stored script are given; its own, whichever script was open before. */
export function ScriptRunOptions({ name }: { name: string }) {
  const draft = useScriptOptions((options) => options[optionsIdOf(name)]);
  if (draft === undefined) return <LoadingRows label="Loading the options" />;
  return <RunOptions key={name} draft={draft} edit={(change) => editScriptOptions(name, change)} />;
}
