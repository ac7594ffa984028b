import { useMutation, useQuery } from '@tanstack/react-query';
import { listSessions, revokeSession, type SessionInfo } from '../../../src-shared/contracts/accounts.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { leaveSession } from '../../client/session/leave-session.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { formatAgo } from '../../ui/text/format.ts';

/** Where the account is logged in. */
export function SessionsPanel() {
  const { data: sessions, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(listSessions, { signal }).then((reply) => reply.sessions),
    refetchInterval: 5000,
  });
  return (
    <Panel title="Sessions" description="Windows and programs that logged in with your password.">
      <ErrorNote error={error} />
      {sessions === undefined && !error && <LoadingRows label="Loading the sessions" />}
      <ul className="divide-y divide-line">
        {sessions?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session }: { session: SessionInfo }) {
  const { id, userAgent, ipAddress, createdAt, lastUsedAt, current } = session;
  const end = useMutation({
    mutationFn: () => call(revokeSession, { params: { id } }),
    onSuccess: () => sessionQueries().invalidateQueries({ queryKey: ['sessions'] }),
    onError: (error) => showToast(asApiError(error).message, 'danger'),
  });
  const agent = visibleLine(userAgent ?? 'unknown program');
  return (
    <li className="flex items-center gap-3 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="break-words">{agent}</p>
        <p className="text-xs text-muted">
          {visibleLine(ipAddress)} · since {formatAgo(createdAt)}
          {lastUsedAt && ` · used ${formatAgo(lastUsedAt)}`}
        </p>
      </div>
      {current ? (
        <>
          <Badge tone="accent">this window</Badge>
          <Button onClick={() => void leaveSession({ kind: 'ended', reason: 'You logged out.' })}>Log out</Button>
        </>
      ) : (
        <Button busy={end.isPending} onClick={() => end.mutate()} aria-label={`End the session of ${agent}`}>
          End
        </Button>
      )}
    </li>
  );
}
