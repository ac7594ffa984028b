import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import type { ImportEntry, ImportPlan } from './import-plan.ts';

interface ImportPreviewProps {
  plan: ImportPlan;
  chosen: ReadonlySet<string>;
  onChosen(chosen: Set<string>): void;
}

/** Preview of an import. Variables that replace a secret, common words and ambiguous lines are not selected at first. */
export function ImportPreview({ plan, chosen, onChosen }: ImportPreviewProps) {
  const { entries, problems } = plan;
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    onChosen(next);
  };
  return (
    <div className="flex flex-col gap-3">
      {entries.length === 0 && (
        <p className="text-sm text-muted">The file has no variable that can be saved as a secret.</p>
      )}
      {entries.length > 0 && (
        <fieldset className="max-h-[min(18rem,50vh)] overflow-auto rounded-control border border-line">
          <legend className="sr-only">Variables of the file</legend>
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <EntryRow
                key={entry.name}
                entry={entry}
                checked={chosen.has(entry.name)}
                onChecked={(on) => toggle(entry.name, on)}
              />
            ))}
          </ul>
        </fieldset>
      )}
      {problems.length > 0 && (
        <ul
          aria-label="Lines with problems"
          className="flex max-h-[min(10rem,30vh)] flex-col gap-0.5 overflow-auto rounded-control bg-warn-soft px-3 py-2 text-sm text-warn"
        >
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line} {message}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function EntryRow({
  entry,
  checked,
  onChecked,
}: {
  entry: ImportEntry;
  checked: boolean;
  onChecked(on: boolean): void;
}) {
  const { name, kind, isMasked, isCommonWord, isDoubtful, line } = entry;
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-1.5">
      <Checkbox
        label={<span className="font-mono break-all">{name}</span>}
        hint={
          isCommonWord
            ? `Line ${line}. A common word: pass it as a variable (env), or every output masks it.`
            : `Line ${line}`
        }
        checked={checked}
        onChecked={onChecked}
      />
      <span className="flex shrink-0 gap-1">
        {isDoubtful && <Badge tone="warn">read differently elsewhere</Badge>}
        {isCommonWord && <Badge tone="warn">common word</Badge>}
        {!isMasked && <Badge tone="warn">too short to mask</Badge>}
        <Badge tone={kind === 'new' ? 'good' : 'warn'}>{kind}</Badge>
      </span>
    </li>
  );
}
