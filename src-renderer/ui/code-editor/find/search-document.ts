import { Decoration, type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { expressionOf } from './find-query.ts';
import { changeFind, findField, marksOf } from './find-state.ts';
import { createFinder } from './finder.ts';

/** Pause after a change of the document before it is searched again. */
const pauseMs = 200;

/** Searches the document while the find bar is open: at once for a new query, and after a pause for changed text. */
class DocumentSearch implements PluginValue {
  readonly finder = createFinder();
  private readonly view: EditorView;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private whenFound: (() => void) | undefined;

  constructor(view: EditorView) {
    this.view = view;
  }

  update({ state, startState, docChanged }: ViewUpdate): void {
    const now = state.field(findField);
    const before = startState.field(findField);
    if (!now.isOpen) return;
    const isNew = !before.isOpen || now.query !== before.query;
    if (isNew) this.whenFound = undefined;
    if (isNew || docChanged) this.schedule(isNew ? 0 : pauseMs);
  }

  /** Calls `act` when the results are those of the query and the document. */
  afterSearch(act: () => void): void {
    if (this.timer === undefined && this.view.state.field(findField).outcome !== 'searching') act();
    else this.whenFound = act;
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.finder.stop();
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.search(), delayMs);
  }

  private async search(): Promise<void> {
    this.timer = undefined;
    const { view } = this;
    const { doc } = view.state;
    const { query } = view.state.field(findField);
    if (expressionOf(query) === undefined) {
      this.finder.stop();
      return this.show({ outcome: query.text === '' ? 'empty' : 'invalid', matches: Decoration.none, isCut: false });
    }
    this.show({ outcome: 'searching' });
    const answer = await this.finder.ask({ kind: 'find', text: doc.toString(), query });
    if (answer === 'superseded') return;
    if (answer === 'too-slow') return this.show({ outcome: 'too-slow', matches: Decoration.none, isCut: false });
    // A changed document is searched again after the pause.
    if (answer.kind !== 'found' || view.state.doc !== doc) return;
    this.show({ outcome: 'found', matches: marksOf(answer.matches), isCut: answer.matches.isCut });
    const act = this.whenFound;
    this.whenFound = undefined;
    act?.();
  }

  private show(change: Parameters<typeof changeFind.of>[0]): void {
    this.view.dispatch({ effects: changeFind.of(change) });
  }
}

export const documentSearch = ViewPlugin.fromClass(DocumentSearch);
