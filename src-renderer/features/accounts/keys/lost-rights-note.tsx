import { TriangleAlert } from 'lucide-react';
import type { ApiKeyInfo } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

/** Lists what older keys can no longer do, since the rules about rights became stricter; nothing if no key has lost a right. */
export function LostRightsNote({ keys }: { keys: readonly ApiKeyInfo[] }) {
  const affected = keys.filter(({ lostRights = [] }) => lostRights.length > 0);
  if (affected.length === 0) return null;
  return (
    <section
      aria-label="Keys with fewer rights"
      className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-3 text-sm"
    >
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p>A key can no longer make, allow or see more than it may use itself. This changes what these keys can do:</p>
        <ul className="mt-1 flex list-disc flex-col gap-1 pl-4">
          {affected.map(({ id, name, lostRights = [] }) => (
            <li key={id} className="break-words">
              <strong className="font-semibold">{visibleLine(name)}</strong>: {lostRights.join(' ')}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
