import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { scriptOfOwner } from '../../features/executions/run-owner.ts';
import { runsUnderWay, useCurrentRuns } from '../../features/executions/run-store.ts';
import { useDocuments } from '../../features/vault/documents/documents-store.ts';
import { vaultQuery } from '../../features/vault/vault.queries.ts';
import { recentNames, toFront } from './recent-names.ts';

/** Reports the scripts that were opened or run last, which the tray lists while the user is signed in. Renders nothing. */
export function RecentScripts({ shell }: { shell: ShellApi }) {
  const chosen = useDocuments((state) => state.chosen);
  const running = useCurrentRuns(({ runs }) =>
    runsUnderWay(runs)
      .map(scriptOfOwner)
      .findLast((name) => name !== undefined),
  );
  // Only what the vault has loaded: each request for the list is an entry in the audit log.
  const { data: stored } = useQuery({ ...vaultQuery, enabled: false });
  const [used, setUsed] = useState<readonly string[]>([]);
  useEffect(() => setUsed((names) => toFront(names, chosen)), [chosen]);
  useEffect(() => setUsed((names) => toFront(names, running)), [running]);
  const text = JSON.stringify(recentNames(used, stored));
  useEffect(() => void shell.reportRecentScripts(JSON.parse(text)), [shell, text]);
  return null;
}
