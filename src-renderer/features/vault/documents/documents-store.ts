import { defineSessionStore } from '../../../client/session/session-scope.ts';
import { type DocumentId, documentIdOf, isUnsaved, nameOf, type ScriptEdit } from './script-edit.ts';

/** The save of one document. */
export interface DocumentSave {
  isPending: boolean;
  error: unknown;
}

type ByDocument<Value> = Readonly<Partial<Record<DocumentId, Value>>>;

interface DocumentsState {
  /** Name of the open script; undefined for the new one. */
  chosen: string | undefined;
  search: string;
  /** Names of the scripts with a tab, in the order of the tabs. */
  tabs: readonly string[];
  edits: ByDocument<ScriptEdit>;
  saves: ByDocument<DocumentSave>;
  /** Documents whose draft was loaded or replaced in this window, so that the listed draft no longer counts. */
  opened: ByDocument<true>;
  choose(name: string | undefined): void;
  find(search: string): void;
  /** Closes the tab of a script, which keeps its unsaved changes. */
  closeTab(name: string): void;
  /** Adds the tabs of an earlier session before those of this one. */
  restoreTabs(names: readonly string[]): void;
  /** Sets the edit of a document; undefined drops it. */
  setEdit(id: DocumentId, edit: ScriptEdit | undefined): void;
  setSave(id: DocumentId, save: DocumentSave | undefined): void;
}

/** The scripts that are being edited. They outlive a change of the script and of the screen, but not the session. */
export const useDocuments = defineSessionStore<DocumentsState>((set) => ({
  chosen: undefined,
  search: '',
  tabs: [],
  edits: {},
  saves: {},
  opened: {},
  choose: (chosen) =>
    set(({ edits, saves, tabs }) => ({
      chosen,
      tabs: chosen === undefined || tabs.includes(chosen) ? tabs : [...tabs, chosen],
      // Saved scripts are loaded again, and errors of earlier saves are dropped.
      edits: filtered(edits, (edit) => isUnsaved(edit)),
      saves: filtered(saves, (save) => save.isPending),
    })),
  find: (search) => set({ search }),
  closeTab: (name) =>
    set(({ tabs, chosen }) => ({
      tabs: tabs.filter((tab) => tab !== name),
      ...(chosen === name && { chosen: undefined }),
    })),
  restoreTabs: (names) => set(({ tabs }) => ({ tabs: [...new Set([...names, ...tabs])] })),
  setEdit: (id, edit) =>
    set(({ edits, opened }) => ({ edits: { ...edits, [id]: edit }, opened: { ...opened, [id]: true } })),
  setSave: (id, save) => set(({ saves }) => ({ saves: { ...saves, [id]: save } })),
}));

/** The id of the document that is open. */
export const useOpenDocument = (): DocumentId => useDocuments(({ chosen }) => documentIdOf(chosen));

/** Opens the stored script of a document that was edited under another name, if the document is still open. */
export function followStored(id: DocumentId, name: string): void {
  const { chosen, choose, find } = useDocuments.getState();
  if (chosen !== nameOf(id)) return;
  find('');
  choose(name);
}

function filtered<Value>(record: ByDocument<Value>, isKept: (value: Value) => boolean): ByDocument<Value> {
  const entries = Object.entries(record) as [DocumentId, Value | undefined][];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && isKept(value)));
}
