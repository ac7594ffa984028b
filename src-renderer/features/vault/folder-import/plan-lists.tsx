import { memo } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { LongText } from '../../../ui/text/long-text.tsx';
import type { FolderPlan, SkipReason } from './plan-folder.ts';

const reasons: Record<SkipReason, string> = {
  rule: 'named by an ignore file',
  secret: 'usually holds secrets',
  history: 'version control',
  modules: 'installed packages',
  binary: 'not text in UTF-8',
  'too-large': 'larger than 1 MiB',
  unreadable: 'cannot be read',
  'too-many': 'over the limit of one import',
  taken: 'the name is taken',
  repeated: 'another file becomes the same name',
  name: 'the name is too long or has too many folders',
  language: 'no known language',
};

/** The files that will be imported, with their names in the vault, and those that will not, with the reason. */
export function PlanLists({ plan: { planned, skipped } }: { plan: FolderPlan }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-4">
      <List
        title="To be imported"
        none="No file of this folder can be imported."
        rows={planned.map(({ name, replaced }) => ({
          path: name,
          fact: replaced ? `revision ${replaced.revision + 1}` : 'new',
        }))}
      />
      <List
        title="Left out"
        none="Nothing is left out."
        rows={skipped.map(({ path, reason }) => ({ path, fact: reasons[reason] }))}
      />
    </div>
  );
}

interface Row {
  path: string;
  fact: string;
}

function List({ title, none, rows }: { title: string; none: string; rows: readonly Row[] }) {
  const count = rows.length.toLocaleString('en');
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-medium">
        {title}: {count}
      </h3>
      <div className="flex h-56 flex-col rounded-control border border-line">
        {rows.length === 0 ? (
          <p className="p-3 text-sm text-muted">{none}</p>
        ) : (
          <VirtualList
            label={title}
            items={rows}
            keyOf={({ path }) => path}
            rowHeight={44}
            row={(row) => <PlanRow {...row} />}
          />
        )}
      </div>
    </div>
  );
}

const PlanRow = memo(function PlanRow({ path, fact }: Row) {
  return (
    <div className="flex h-full min-w-0 flex-col justify-center px-3">
      <LongText className="text-sm" text={visibleLine(path)} />
      <span className="truncate text-xs text-muted">{fact}</span>
    </div>
  );
});
