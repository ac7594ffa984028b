import { visibleLine } from '../../../../../src-shared/formats/visible-text.ts';
import { LongText } from '../../../../ui/text/long-text.tsx';
import type { FolderFiles } from './folder-files.ts';

const reasons: Readonly<Record<FolderFiles['leftOut'][number]['reason'], string>> = {
  rule: 'named by an ignore file',
  secret: 'usually holds secrets',
  history: 'version control',
  unreadable: 'cannot be read',
  'too-many': 'over the limit of one folder',
  path: 'its path is too long or too deep',
};

/** So many of the entries are named. */
const named = 50;

/** Lists what of a folder is not added, with the reason; folded at first. */
export function LeftOutList({ leftOut }: Pick<FolderFiles, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">Left out: {leftOut.length.toLocaleString('en')}</summary>
      <ul aria-label="Left out" className="mt-1 flex max-h-40 flex-col overflow-y-auto">
        {leftOut.slice(0, named).map(({ path, reason }) => (
          <li key={path} className="flex gap-2">
            <LongText text={visibleLine(path)} className="flex-1 font-mono" />
            <span className="shrink-0 text-xs text-muted">{reasons[reason]}</span>
          </li>
        ))}
        {leftOut.length > named && <li className="text-xs text-muted">and {leftOut.length - named} more</li>}
      </ul>
    </details>
  );
}
