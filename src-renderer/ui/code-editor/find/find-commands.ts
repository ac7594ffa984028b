import { EditorSelection, type SelectionRange } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { escapePattern, type FindQuery } from './find-query.ts';
import { changeFind, type FindState, findField, isMatch } from './find-state.ts';
import { documentSearch } from './search-document.ts';

/** A longer selection is not taken as the text to find. */
const maxTaken = 200;

/** Opens the find bar with the selected text, or selects its text if it is open already. */
export function openFind(view: EditorView, showsReplace?: boolean): boolean {
  const { query, showsReplace: before } = view.state.field(findField);
  const canReplace = !view.state.readOnly && (showsReplace ?? before);
  const text = takenText(view) ?? query.text;
  const taken = query.isRegexp && text !== query.text ? escapePattern(text) : text;
  view.dispatch({
    effects: changeFind.of({ isOpen: true, showsReplace: canReplace, query: { ...query, text: taken } }),
  });
  // The bar shows the text first.
  queueMicrotask(() => focusField(view));
  return true;
}

function focusField(view: EditorView): void {
  const field = view.dom.querySelector<HTMLInputElement>('input[data-find]');
  field?.focus();
  field?.select();
}

/** Closes the find bar and returns the focus to the code. */
export function closeFind(view: EditorView): boolean {
  if (!view.state.field(findField).isOpen) return false;
  const hadFocus = view.dom.querySelector('.cm-panels')?.contains(document.activeElement) ?? false;
  view.dispatch({ effects: changeFind.of({ isOpen: false }) });
  if (hadFocus) view.focus();
  return true;
}

export function changeQuery(view: EditorView, change: Partial<FindQuery>): void {
  const { query } = view.state.field(findField);
  view.dispatch({ effects: changeFind.of({ query: { ...query, ...change }, outcome: 'searching' }) });
}

/** Selects the next match, or the previous one; opens the bar if there is nothing to find. */
export function findNext(view: EditorView, direction: 1 | -1 = 1): boolean {
  const { isOpen, query } = view.state.field(findField);
  if (!isOpen || query.text === '') return openFind(view);
  view.plugin(documentSearch)?.afterSearch(() => {
    const range = neighbourOf(view.state.field(findField), view.state.selection.main, direction);
    if (range !== undefined) selectMatch(view, range);
  });
  return true;
}

/** Replaces the selected match and selects the next one. */
export function replaceOne(view: EditorView): void {
  view.plugin(documentSearch)?.afterSearch(() => {
    const { from, to } = view.state.selection.main;
    if (!isMatch(view.state.field(findField).matches, from, to)) findNext(view);
    else void replace(view, (change) => change.from === from && change.to === to).then(() => findNext(view));
  });
}

export function replaceAll(view: EditorView): void {
  view.plugin(documentSearch)?.afterSearch(() => void replace(view, () => true));
}

interface Change {
  from: number;
  to: number;
  insert: string;
}

async function replace(view: EditorView, isChosen: (change: Change) => boolean): Promise<void> {
  const { doc, readOnly } = view.state;
  const { query, replacement } = view.state.field(findField);
  const finder = view.plugin(documentSearch)?.finder;
  if (readOnly || finder === undefined) return;
  const answer = await finder.ask({ kind: 'replace', text: doc.toString(), query, replacement });
  if (answer === 'too-slow') view.dispatch({ effects: changeFind.of({ outcome: 'too-slow' }) });
  if (answer === 'too-slow' || answer === 'superseded' || answer.kind !== 'replaced' || view.state.doc !== doc) return;
  const changes = answer.changes.filter(isChosen);
  if (changes.length === 0) return;
  const only = changes.length === 1 ? changes[0] : undefined;
  view.dispatch({
    changes,
    // The search continues behind the replaced text, which can contain the text to find.
    ...(only && { selection: { anchor: only.from + only.insert.length } }),
    userEvent: 'input.replace',
    scrollIntoView: true,
  });
}

function neighbourOf({ matches }: FindState, { from, to }: SelectionRange, direction: 1 | -1) {
  let first: SelectionRange | undefined;
  let last: SelectionRange | undefined;
  let before: SelectionRange | undefined;
  let after: SelectionRange | undefined;
  for (const match = matches.iter(); match.value !== null; match.next()) {
    const range = EditorSelection.range(match.from, match.to);
    first ??= range;
    last = range;
    if (match.to <= from && match.from < from) before = range;
    if (after === undefined && match.from >= to) after = range;
  }
  return direction === 1 ? (after ?? first) : (before ?? last);
}

function selectMatch(view: EditorView, range: SelectionRange): void {
  view.dispatch({
    selection: range,
    effects: EditorView.scrollIntoView(range, { y: 'center' }),
    userEvent: 'select.search',
  });
}

function takenText({ state }: EditorView): string | undefined {
  const { from, to } = state.selection.main;
  if (from === to || to - from > maxTaken) return undefined;
  const text = state.sliceDoc(from, to);
  return text.includes('\n') ? undefined : text;
}
