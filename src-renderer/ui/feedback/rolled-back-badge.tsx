import { useQuery } from '@tanstack/react-query';
import type { ItemKind } from '../../../src-shared/contracts/items.contract.ts';
import { rolledBackQuery } from '../../client/queries.ts';
import { Badge } from './badge.tsx';

interface RolledBackBadgeProps {
  kind: ItemKind;
  /** The id of an API key, or the name of any other item. */
  of: string;
}

/** Marks an item that the daemon refuses as rolled back. The banner loads the list. */
export function RolledBackBadge({ kind, of }: RolledBackBadgeProps) {
  const { data: items = [] } = useQuery({ ...rolledBackQuery, enabled: false });
  const isRefused = items.some((item) => item.kind === kind && (kind === 'api_key' ? item.id : item.name) === of);
  return isRefused ? <Badge tone="danger">rolled back</Badge> : null;
}
