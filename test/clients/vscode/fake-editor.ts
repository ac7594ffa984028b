import { createCommands } from '../../../clients/vscode/src/commands.ts';
import type {
  Editor,
  EditorDocument,
  EditorSettings,
  PickItem,
  StatusBarState,
  TextQuestion,
} from '../../../clients/vscode/src/editor/editor.ts';
import type { ProgramSource } from '../../../clients/vscode/src/run/source-links.ts';
import { createStatus } from '../../../clients/vscode/src/status.ts';

/** Answers of the user. A test changes them; a question without an answer is dismissed. */
export interface UserAnswers {
  /** Texts typed into input boxes, in order. */
  texts: string[];
  /** Labels chosen in lists, in order. */
  picks: string[][];
  /** The button that is chosen in messages that have it. */
  button: string | undefined;
}

/** VS Code as the commands see it, with a user who answers as the test says. */
export class FakeEditor implements Editor {
  document: EditorDocument | undefined;
  current: EditorSettings = { url: '', dataDir: '', timeoutMs: 30_000, memoryMb: 256, network: 'none' };
  trusted = true;
  answers: UserAnswers = { texts: [], picks: [], button: undefined };

  /** The output panel since it was cleared, and the document of its links. */
  panel = '';
  source: ProgramSource | undefined;
  /** Called with each text that is shown in the panel. */
  onOutput: (text: string) => void = () => undefined;
  readonly informed: string[] = [];
  readonly errors: { message: string; actions: string[] }[] = [];
  readonly questions: TextQuestion[] = [];
  readonly lists: PickItem[][] = [];
  readonly running: boolean[] = [];
  readonly opened: string[] = [];
  readonly terminals: string[] = [];
  readonly stored = new Map<string, string>();
  readonly state = new Map<string, unknown>();
  status: StatusBarState | undefined;
  /** Presses the cancel button of the progress message. */
  cancelProgress: () => void = () => undefined;

  readonly output = {
    clear: (source: ProgramSource | undefined) => {
      this.panel = '';
      this.source = source;
    },
    append: (text: string) => {
      this.panel += text;
      this.onOutput(text);
    },
    show: () => undefined,
  };
  readonly secretStorage = {
    get: async (key: string) => this.stored.get(key),
    store: async (key: string, value: string) => void this.stored.set(key, value),
    delete: async (key: string) => void this.stored.delete(key),
  };
  readonly workspaceState = {
    get: <T>(key: string, absent?: T) => (this.state.get(key) ?? absent) as T,
    update: async (key: string, value: unknown) => void this.state.set(key, value),
  };

  activeDocument = () => this.document;
  settings = () => this.current;
  isTrusted = () => this.trusted;
  inform = (message: string) => void this.informed.push(message);
  showError = async (message: string, ...actions: string[]) => {
    this.errors.push({ message, actions });
    return this.press(actions);
  };
  confirm = async (question: string, action: string) => {
    this.informed.push(question);
    return this.press([action]) !== undefined;
  };
  askText = async (question: TextQuestion) => {
    this.questions.push(question);
    const text = this.answers.texts.shift();
    // VS Code accepts no text that the question refuses.
    return text === undefined || question.findProblem?.(text) ? undefined : text;
  };
  pickOne = async <Item extends PickItem>(_title: string, items: readonly Item[]) => this.choose(items)?.[0];
  pickMany = async <Item extends PickItem>(_title: string, items: readonly Item[]) => this.choose(items);
  withProgress = <Result>(_title: string, work: (signal: AbortSignal) => Promise<Result>) => {
    const controller = new AbortController();
    this.cancelProgress = () => controller.abort();
    return work(controller.signal);
  };
  showStatus = (state: StatusBarState) => {
    this.status = state;
  };
  setRunning = (isRunning: boolean) => void this.running.push(isRunning);
  openSettings = async (id: string) => void this.opened.push(id);
  openAddress = async (url: string) => void this.opened.push(url);
  runInTerminal = (command: string) => void this.terminals.push(command);

  /** Opens a document in the editor. */
  open(name: string, languageId: string, text: string): void {
    this.document = { address: `file:///folder/${name}`, name, languageId, text, selection: '', selectionLine: 1 };
  }

  select(selection: string, selectionLine = 1): void {
    if (this.document !== undefined) Object.assign(this.document, { selection, selectionLine });
  }

  private press(actions: string[]): string | undefined {
    const { button } = this.answers;
    this.answers.button = undefined;
    return actions.find((action) => action === button);
  }

  private choose<Item extends PickItem>(items: readonly Item[]): Item[] | undefined {
    this.lists.push([...items]);
    const labels = this.answers.picks.shift();
    return labels && items.filter(({ label }) => labels.includes(label));
  }
}

/** Returns an editor that is signed in to the daemon of a data folder, and the commands of the extension. */
export function editorAt(dataDir: string, apiKey?: string, keyCommand?: string) {
  const editor = new FakeEditor();
  editor.current.dataDir = dataDir;
  if (apiKey !== undefined) editor.stored.set(`apiKey ${dataDir}`, apiKey);
  const refreshStatus = createStatus(editor);
  return { editor, refreshStatus, commands: createCommands({ editor, keyCommand, refreshStatus }) };
}
