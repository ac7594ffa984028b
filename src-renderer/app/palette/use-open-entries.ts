import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileCode, History, type LucideIcon, NotepadText } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { languagesQuery } from '../../client/queries.ts';
import { languageName } from '../../client/use-language-name.ts';
import { executionsQuery } from '../../features/executions/executions.queries.ts';
import { nameOfRun } from '../../features/executions/history/run-names.ts';
import { whenScratchesRestored } from '../../features/executions/scratches/keep-scratches.ts';
import { ownerOf, titleOf } from '../../features/executions/scratches/scratch.ts';
import { useScratches } from '../../features/executions/scratches/scratch-store.ts';
import { vaultQuery } from '../../features/vault/vault.queries.ts';
import { formatAgo } from '../../ui/text/format.ts';
import { screens } from '../screens/screens.tsx';
import { showRun } from '../session/shown-run.ts';
import { showTab } from '../tabs/tab-actions.ts';

/** Number of runs of the history that can be opened. */
const recentRuns = 15;

export interface OpenEntry {
  key: string;
  name: string;
  /** The kind of the entry, or the language of a script. */
  fact: string;
  icon: LucideIcon;
  open(): void;
}

/** Returns what can be opened by its name: scripts, scratches, screens and recent runs; and the stored scripts. */
export function useOpenEntries(navigate: (path: string) => void) {
  const { data: stored, error } = useQuery(vaultQuery);
  const { data: listed } = useInfiniteQuery(executionsQuery(recentRuns, {}));
  const { data: languages } = useQuery(languagesQuery);
  const scratches = useScratches((state) => state.open);
  useEffect(() => void whenScratchesRestored(), []);
  const entries = useMemo((): OpenEntry[] => {
    const scripts = (stored ?? []).map(({ name, language }) => ({
      ...{ key: `script ${name}`, name, fact: languageName(languages, language), icon: FileCode },
      open: () => showTab(`script:${name}`, navigate),
    }));
    const scratchEntries = scratches.map((scratch) => ({
      ...{ key: `scratch ${scratch.id}`, name: titleOf(scratch), fact: 'scratch', icon: NotepadText },
      open: () => showTab(ownerOf(scratch.id), navigate),
    }));
    const screenEntries = screens.map(({ name, path, icon }) => ({
      ...{ key: `screen ${name}`, name, fact: 'screen', icon },
      open: () => navigate(path),
    }));
    const runs = (listed?.pages[0]?.executions ?? []).map((run) => ({
      ...{ key: `run ${run.id}`, name: nameOfRun(run), fact: `run ${formatAgo(run.createdAt)}`, icon: History },
      open: () => showRun(run.id),
    }));
    return [...scripts, ...scratchEntries, ...screenEntries, ...runs];
  }, [stored, listed, languages, scratches, navigate]);
  return { entries, stored, error };
}
