import { TriangleAlert } from 'lucide-react';
import type { ApiKeyInfo } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

/** Lists what older keys can no longer do, since the rules about rights became stricter; nothing if no key has lost a right. */
export function LostRightsNote({ keys }: { keys: readonly ApiKeyInfo[] }) {
  const affected = keys.filter(({ lostRights = [] }) => lostRights.length > 0);
  if (affected.length === 0) return null;
  const count = affected.length === 1 ? '1 key' : `${affected.length} keys`;
  return (
    <details className="border-b border-line bg-warn-soft px-4 py-3 text-sm">
      <summary className="cursor-pointer rounded-control">
        <TriangleAlert size={16} className="mr-1 inline-block align-text-bottom text-warn" aria-hidden="true" />
        {count} can do less than before: a key can no longer make, allow or see more than it may use itself.
      </summary>
      <ul className="mt-2 flex max-h-64 list-disc flex-col gap-1 overflow-auto pl-6">
        {affected.map(({ id, name, lostRights = [] }) => (
          <li key={id} className="break-words">
            <strong className="font-semibold">{visibleLine(name)}</strong>: {lostRights.join(' ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
