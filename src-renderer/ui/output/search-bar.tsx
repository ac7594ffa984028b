import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../controls/button.tsx';
import { controlLook } from '../controls/field.tsx';
import type { Hit, SearchState } from './output-search.ts';
import type { OutputControls } from './use-output-controls.ts';

interface SearchBarProps {
  controls: OutputControls;
  /** Number of the first row in view, where the search starts. */
  firstInView(): number;
  onHit(hit: Hit): void;
}

/** Searches the output: Enter and Shift+Enter move between the hits, Escape closes. */
export function SearchBar({ controls, firstInView, onHit }: SearchBarProps) {
  const { search, closeSearch, field } = controls;
  const state = useSyncExternalStore(search.watch, search.state);
  const [query, setQuery] = useState('');
  const move = (step: 1 | -1) => {
    const hit = search.move(step, firstInView());
    if (hit) onHit(hit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) move(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') closeSearch();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className="flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2 py-1">
      <input
        ref={field}
        type="text"
        aria-label="Search the output for"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          search.find(event.target.value);
        }}
        onKeyDown={onKeyDown}
        className={`${controlLook} h-7 max-w-72 min-w-0 flex-1 font-mono`}
      />
      <span role="status" className="min-w-20 px-1 text-xs whitespace-nowrap text-muted">
        {query === '' ? '' : countText(state)}
      </span>
      <IconButton label="Previous hit" icon={<ArrowUp size={15} />} className="h-7! w-7!" onClick={() => move(-1)} />
      <IconButton label="Next hit" icon={<ArrowDown size={15} />} className="h-7! w-7!" onClick={() => move(1)} />
      <IconButton label="Close the search" icon={<X size={15} />} className="h-7! w-7!" onClick={closeSearch} />
    </search>
  );
}

function countText({ hits, current, isSearching, isCut }: SearchState): string {
  const count = `${hits.length.toLocaleString('en-US')}${isCut ? '+' : ''}`;
  if (isSearching) return `${count} so far`;
  if (hits.length === 0) return 'No hits';
  if (current >= 0) return `${(current + 1).toLocaleString('en-US')} of ${count}`;
  return hits.length === 1 ? '1 hit' : `${count} hits`;
}
