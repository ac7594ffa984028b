import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

type Handler = () => Promise<void>;
interface LinkProvider {
  provideDocumentLinks(panel: object): { target: { fragment: string } }[];
}

const nothing = { dispose: () => undefined };

/** The state that a test looks at. */
function createSeen() {
  return {
    commands: new Map<string, Handler>(),
    context: new Map<string, unknown>(),
    panel: '',
    errors: [] as string[],
    statusItem: { text: '', show: () => undefined, dispose: () => undefined },
    linkProvider: undefined as LinkProvider | undefined,
  };
}

/** The module `vscode`, as far as the extension uses it. */
export function createFakeVscode() {
  const seen = createSeen();
  /** Values of settings: `global` of the user, `workspace` of the folder. */
  const settings = { global: {} as Record<string, unknown>, workspace: {} as Record<string, unknown> };
  const vscode = {
    window: createWindow(seen),
    workspace: {
      isTrusted: true,
      onDidChangeConfiguration: () => nothing,
      getConfiguration: () => ({
        get: (name: string, absent: unknown) => settings.workspace[name] ?? settings.global[name] ?? absent,
        inspect: (name: string) => ({ globalValue: settings.global[name], workspaceValue: settings.workspace[name] }),
      }),
    },
    commands: {
      registerCommand: (name: string, handler: Handler) => {
        seen.commands.set(name, handler);
        return nothing;
      },
      executeCommand: async (_: string, key: string, value: unknown) => void seen.context.set(key, value),
    },
    languages: {
      registerDocumentLinkProvider: (_: object, provider: LinkProvider) => {
        seen.linkProvider = provider;
        return nothing;
      },
    },
    env: {},
    Uri: { parse: (address: string) => ({ with: (change: object) => ({ address, ...change }) }) },
    Range: class {},
    DocumentLink: class {
      readonly target: unknown;
      constructor(_: object, target: unknown) {
        this.target = target;
      }
    },
    ThemeColor: class {},
    ProgressLocation: { Notification: 15 },
    StatusBarAlignment: { Left: 1 },
  };
  return { vscode, seen, settings };
}

function createWindow(seen: ReturnType<typeof createSeen>) {
  return {
    state: { focused: true },
    activeTextEditor: undefined as object | undefined,
    createOutputChannel: () => ({
      append: (text: string) => {
        seen.panel += text;
      },
      clear: () => {
        seen.panel = '';
      },
      show: () => undefined,
      ...nothing,
    }),
    createStatusBarItem: () => seen.statusItem,
    onDidChangeWindowState: () => nothing,
    showErrorMessage: async (message: string) => void seen.errors.push(message),
    withProgress: (_: object, work: (progress: object, token: object) => unknown) =>
      work({}, { onCancellationRequested: () => nothing }),
  };
}

interface Extension {
  activate(context: object): Promise<void>;
}

/** Loads a bundle as VS Code does: as CommonJS, with the module `vscode` from the editor and all others from Node. */
export function loadBundle(path: string, vscode: object): Extension {
  const fromNode = createRequire(path);
  const module = { exports: {} };
  const require = (name: string) => (name === 'vscode' ? vscode : fromNode(name));
  compileFunction(readFileSync(path, 'utf8'), ['module', 'exports', 'require'])(module, module.exports, require);
  return module.exports as Extension;
}

/** Returns an extension context whose secret storage has these entries. */
export function fakeContext(stored: Record<string, string>) {
  const subscriptions: { dispose(): void }[] = [];
  return {
    subscriptions,
    secrets: { get: async (key: string) => stored[key] },
    workspaceState: { get: (_: string, absent: unknown) => absent },
  };
}

/** Returns an active text editor with a document that has one line. */
export function fakeTextEditor(path: string, languageId: string, text: string) {
  const position = { line: 0, character: 0 };
  return {
    selection: { start: position, end: position, isEmpty: true },
    document: {
      uri: { path, toString: () => `file://${path}` },
      languageId,
      getText: () => text,
      lineAt: () => ({ firstNonWhitespaceCharacterIndex: 0 }),
    },
  };
}
