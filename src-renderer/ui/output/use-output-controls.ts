import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { useRememberedChoice } from '../split/use-remembered.ts';
import type { OutputLog } from './output-log.ts';
import { createOutputSearch, type OutputSearch } from './output-search.ts';

/** State and actions that the toolbar and the view of an output share. */
export interface OutputControls {
  log: OutputLog;
  wraps: boolean;
  setWraps(wraps: boolean): void;
  showsTimes: boolean;
  setShowsTimes(shows: boolean): void;
  /** True if the view follows the end when rows are added. */
  follows: boolean;
  setFollows(follows: boolean): void;
  search: OutputSearch;
  isSearchOpen: boolean;
  openSearch(): void;
  /** Closes the search and returns the focus to where it was. */
  closeSearch(): void;
  /** Ref of the element in which Ctrl+F opens the search. */
  panel: RefCallback<HTMLElement>;
  /** Ref of the search field. */
  field: RefCallback<HTMLInputElement>;
}

/** Returns the state of the output panel of a log. The choices of wrapping and times are stored in this browser. */
export function useOutputControls(log: OutputLog): OutputControls {
  const [wraps, setWraps] = useRememberedChoice('output.wrap', false);
  const [showsTimes, setShowsTimes] = useRememberedChoice('output.times', false);
  const [follows, setFollows] = useState(true);
  const search = useMemo(() => createOutputSearch(log), [log]);
  useEffect(() => () => search.end(), [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another log is shown from its end
  useEffect(() => setFollows(true), [log]);
  return {
    ...{ log, wraps, setWraps, showsTimes, setShowsTimes, follows, setFollows, search },
    ...useSearchField(search),
  };
}

function useSearchField(search: OutputSearch) {
  const [isSearchOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the output of another run is not searched
  useEffect(() => setOpen(false), [search]);
  const openSearch = useCallback(() => {
    if (document.activeElement !== input.current) focusedBefore.current = document.activeElement;
    setOpen(true);
    input.current?.select();
  }, []);
  const closeSearch = useCallback(() => {
    setOpen(false);
    search.find('');
    if (focusedBefore.current instanceof HTMLElement && focusedBefore.current.isConnected)
      focusedBefore.current.focus();
  }, [search]);
  const panel = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const onFind = (event: KeyboardEvent) => {
        event.preventDefault();
        openSearch();
      };
      const onEscape = () => input.current && closeSearch();
      return tinykeys(element, { '$mod+f': onFind, Escape: onEscape });
    },
    [openSearch, closeSearch],
  );
  const field = useCallback((element: HTMLInputElement | null) => {
    input.current = element;
    element?.focus();
  }, []);
  return { isSearchOpen, openSearch, closeSearch, panel, field };
}
