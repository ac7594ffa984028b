import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { secretsQuery } from '../../../client/queries.ts';
import type { RunDraft } from './run-draft.ts';

/**
 * Returns the names of the secrets that a run of the draft gets, for the editor's completion. Requests nothing, because each
 * request of the names writes an entry to the audit log: of all secrets, those that this window has seen are known.
 */
export function useSecretNames({ secrets: chosen }: Pick<RunDraft, 'secrets'>): readonly string[] {
  const { data: seen } = useQuery({ ...secretsQuery, enabled: false });
  return useMemo(() => (chosen === 'all' ? (seen ?? []).map(({ name }) => name) : chosen), [chosen, seen]);
}
