import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { languagesQuery } from '../../../client/queries.ts';
import type { ProgramFile } from '../../../ui/output/output-view.tsx';
import { type Problems, type ProgramLocation, problemsIn } from '../../../ui/output/program-locations.ts';
import type { Run } from '../run-store.ts';

const noProblems: Problems = { found: [], isCut: false };

/**
 * Returns the file of the program that a run of the editor's code has, and the problems in it that the output of an
 * ended run names. `onShow` shows a location in the editor; without it, the code of the run is in no editor.
 */
export function useProgram(run: Run | undefined, onShow: ((target: ProgramLocation) => void) | undefined) {
  const { data: languages } = useQuery(languagesQuery);
  const language = run?.result?.language ?? run?.request?.language;
  const info = languages?.find(({ id, aliases }) => id === language || aliases.includes(language ?? ''));
  const fileName = run?.request?.entry ?? (info && `${info.id === 'java' ? 'Main' : 'main'}${info.fileExtension}`);
  const program = useMemo<ProgramFile | undefined>(
    () => (fileName === undefined || onShow === undefined ? undefined : { fileName, onShow }),
    [fileName, onShow],
  );
  const { log, phase } = run ?? {};
  const problems = useMemo(
    () => (program && phase === 'ended' && log ? problemsIn(log.rows(), program.fileName) : noProblems),
    [program, phase, log],
  );
  return { program, problems };
}
