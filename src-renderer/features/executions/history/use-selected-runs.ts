import { useCallback, useMemo, useState } from 'react';
import { deletedAtOnce } from '../../../../src-shared/contracts/executions/history.contract.ts';

/** The runs that the user selected in a list. Runs that are no longer in the list are not selected. */
export function useSelectedRuns(executions: readonly { id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => executions.flatMap(({ id }) => (chosen.has(id) ? [id] : [])).slice(0, deletedAtOnce),
    [executions, chosen],
  );
  const selected = useMemo(() => new Set(ids), [ids]);
  const select = useCallback((id: string, isSelected: boolean) => {
    setChosen((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id)));
  }, []);
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, has: (id: string) => selected.has(id), canAdd: ids.length < deletedAtOnce, select, clear };
}
