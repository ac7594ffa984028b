import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { secretsQuery } from '../../../client/queries.ts';
import { variablesIn } from '../environments/environments.ts';
import { useEnvironments } from '../environments/environments-store.ts';
import type { RunDraft } from './run-draft.ts';

/**
 * Returns the names of the variables and secrets that a run of the draft gets, for the editor's completion. Requests nothing, because each
 * request of the names writes an entry to the audit log: of all secrets, those that this window has seen are known.
 */
export function useVariableNames(draft: Pick<RunDraft, 'secrets' | 'environment' | 'variables'>): readonly string[] {
  const { secrets: chosen, environment: id, variables } = draft;
  const { data: seen } = useQuery({ ...secretsQuery, enabled: false });
  const environment = useEnvironments(({ all }) => all?.find((one) => one.id === id));
  return useMemo(() => {
    const secrets = chosen === 'all' ? (seen ?? []).map(({ name }) => name) : chosen;
    const own = [variables, environment?.variables ?? ''].flatMap((text) => Object.keys(variablesIn(text)));
    return [...new Set([...own, ...(environment?.secrets ?? []), ...secrets])];
  }, [chosen, seen, environment, variables]);
}
