import type { EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp, CaseSensitive, ChevronDown, ChevronRight, Regex, WholeWord, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '../../classes.ts';
import { Button, IconButton } from '../../controls/button.tsx';
import { changeQuery, closeFind, findNext, replaceAll, replaceOne } from './find-commands.ts';
import type { FindQuery } from './find-query.ts';
import { changeFind, type FindState } from './find-state.ts';

/** The switches of the find bar; each is pressed with Alt and its letter. */
const toggleKeys = {
  matchesCase: { label: 'Match case', key: 'c' },
  isWholeWord: { label: 'Whole words', key: 'w' },
  isRegexp: { label: 'Regular expression', key: 'r' },
} as const;

interface FindBarProps {
  view: EditorView;
  find: FindState;
  count: string;
  isReadOnly: boolean;
}

const fieldLook = 'h-8 rounded-control border border-control-line bg-surface px-2.5 font-mono text-sm text-ink';

/** Finds and replaces text in an editor. */
export function FindBar({ view, find, count, isReadOnly }: FindBarProps) {
  const toggleReplace = () => view.dispatch({ effects: changeFind.of({ showsReplace: !find.showsReplace }) });
  return (
    <search
      aria-label="Find in the code"
      className="flex items-start gap-1 p-1.5 font-sans"
      onKeyDown={(event) => pressInBar(event, { view, find })}
    >
      {!isReadOnly && (
        <IconButton
          label={find.showsReplace ? 'Hide replace' : 'Show replace'}
          aria-expanded={find.showsReplace}
          onClick={toggleReplace}
          icon={find.showsReplace ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-1">
          <input
            data-find=""
            aria-label="Find"
            placeholder="Find"
            value={find.query.text}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={find.outcome === 'invalid' || undefined}
            onChange={({ target }) => changeQuery(view, { text: target.value })}
            className={classes(fieldLook, 'min-w-32 flex-1 basis-40 aria-invalid:border-danger')}
          />
          <div className="flex">
            <Toggle view={view} query={find.query} part="matchesCase" icon={<CaseSensitive size={18} />} />
            <Toggle view={view} query={find.query} part="isWholeWord" icon={<WholeWord size={18} />} />
            <Toggle view={view} query={find.query} part="isRegexp" icon={<Regex size={16} />} />
          </div>
          <div className="flex">
            <IconButton
              label="Previous match (Shift+F3)"
              onClick={() => findNext(view, -1)}
              icon={<ArrowUp size={16} />}
            />
            <IconButton label="Next match (F3)" onClick={() => findNext(view)} icon={<ArrowDown size={16} />} />
          </div>
          <span role="status" className="min-w-16 px-1 text-sm text-muted">
            {count}
          </span>
        </div>
        {find.showsReplace && <ReplaceRow view={view} replacement={find.replacement} />}
      </div>
      <IconButton label="Close (Escape)" onClick={() => closeFind(view)} icon={<X size={16} />} />
    </search>
  );
}

function ReplaceRow({ view, replacement }: { view: EditorView; replacement: string }) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <input
        aria-label="Replace with"
        placeholder="Replace with"
        value={replacement}
        spellCheck={false}
        autoComplete="off"
        data-replace=""
        onChange={({ target }) => view.dispatch({ effects: changeFind.of({ replacement: target.value }) })}
        className={classes(fieldLook, 'min-w-32 flex-1 basis-40')}
      />
      <Button onClick={() => replaceOne(view)}>Replace</Button>
      <Button onClick={() => replaceAll(view)}>Replace all</Button>
    </div>
  );
}

interface ToggleProps {
  view: EditorView;
  query: FindQuery;
  part: keyof typeof toggleKeys;
  icon: ReactNode;
}

function Toggle({ view, query, part, icon }: ToggleProps) {
  const { label, key } = toggleKeys[part];
  return (
    <IconButton
      label={`${label} (Alt+${key.toUpperCase()})`}
      aria-pressed={query[part]}
      onClick={() => changeQuery(view, { [part]: !query[part] })}
      icon={icon}
      className={query[part] ? 'border-accent! bg-accent-soft! text-accent!' : ''}
    />
  );
}

/** The keys of the bar. Others reach the shortcuts of the window. */
function pressInBar(event: KeyboardEvent<HTMLElement>, { view, find }: Pick<FindBarProps, 'view' | 'find'>): void {
  const act = actionOf(event, { view, find });
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function actionOf(event: KeyboardEvent<HTMLElement>, { view, find }: Pick<FindBarProps, 'view' | 'find'>) {
  const { code, key, shiftKey, altKey, target } = event;
  const isModified = event.ctrlKey || event.metaKey;
  const isField = target instanceof HTMLInputElement;
  if (altKey && !isModified) {
    const part = (Object.keys(toggleKeys) as (keyof typeof toggleKeys)[]).find(
      (one) => code === `Key${toggleKeys[one].key.toUpperCase()}`,
    );
    return part && (() => changeQuery(view, { [part]: !find.query[part] }));
  }
  if (key === 'Escape') return () => closeFind(view);
  if (key === 'F3' || (key === 'Enter' && isField && !('replace' in target.dataset) && !isModified))
    return () => findNext(view, shiftKey ? -1 : 1);
  if (key === 'Enter' && isField && !isModified) return () => replaceOne(view);
  return undefined;
}
