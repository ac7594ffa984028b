import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { rolledBackQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ReviewDialog } from './review-dialog.tsx';

/**
 * The button that opens the list of refused items; nothing is shown if this account has none.
 * @param reason reason of the health response; a change means that other items are refused
 */
export function ReviewItems({ reason }: { reason: string }) {
  const { data: items = [] } = useQuery(rolledBackQuery);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the reason is what this waits for
  useEffect(() => {
    void sessionQueries().invalidateQueries({ queryKey: rolledBackQuery.queryKey });
  }, [reason]);
  if (items.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} icon={<ShieldAlert size={14} aria-hidden="true" />}>
        {items.length === 1 ? 'Review 1 item' : `Review ${items.length} items`}
      </Button>
      {open && <ReviewDialog items={items} onClose={() => setOpen(false)} />}
    </>
  );
}
