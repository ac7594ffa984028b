import { homedir } from 'node:os';
import {
  commands,
  type ExtensionContext,
  env,
  type OutputChannel,
  ProgressLocation,
  Range,
  type StatusBarItem,
  type TextEditor,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Editor, EditorDocument, EditorSettings, PickItem, StatusBarState, TextQuestion } from './editor.ts';
import type { SourceLinks } from './source-link-provider.ts';

interface VscodeParts {
  context: Pick<ExtensionContext, 'secrets' | 'workspaceState'>;
  channel: OutputChannel;
  links: SourceLinks;
  statusItem: StatusBarItem;
}

/** Binds the commands to VS Code. It has no rules of its own. */
export function createVscodeEditor({ context, channel, links, statusItem }: VscodeParts): Editor {
  return {
    activeDocument: () => window.activeTextEditor && documentOf(window.activeTextEditor),
    settings: readSettings,
    isTrusted: () => workspace.isTrusted,
    inform: (message) => void window.showInformationMessage(message),
    showError: async (message, ...actions) => window.showErrorMessage(message, ...actions),
    confirm: async (question, action) =>
      (await window.showWarningMessage(question, { modal: true }, action)) === action,
    askText,
    pickOne: async (title, items) => (await window.showQuickPick(items.map(toQuickPick), { title }))?.item,
    pickMany: async (title, items) => {
      const options = { title, canPickMany: true as const };
      return (await window.showQuickPick(items.map(toQuickPick), options))?.map(({ item }) => item);
    },
    withProgress,
    output: {
      clear: (source) => {
        links.setSource(source);
        channel.clear();
      },
      append: (text) => channel.append(text),
      show: () => channel.show(true),
    },
    secretStorage: context.secrets,
    workspaceState: context.workspaceState,
    showStatus: (state) => showStatus(statusItem, state),
    setRunning: (isRunning) => void commands.executeCommand('setContext', 'strongroom.isRunning', isRunning),
    openSettings: async (id) => void (await commands.executeCommand('workbench.action.openSettings', id)),
    openAddress: async (url) => void (await env.openExternal(Uri.parse(url, true))),
    runInTerminal,
  };
}

function documentOf({ document, selection }: TextEditor): EditorDocument {
  // A selection that begins behind the indentation of its line includes the indentation.
  const start = document.lineAt(selection.start.line).firstNonWhitespaceCharacterIndex;
  const isFromStart = selection.start.character <= start;
  const range = isFromStart
    ? new Range(selection.start.line, 0, selection.end.line, selection.end.character)
    : selection;
  return {
    address: document.uri.toString(),
    name: document.uri.path.split('/').at(-1) ?? '',
    languageId: document.languageId,
    text: document.getText(),
    selection: selection.isEmpty ? '' : document.getText(range),
    selectionLine: selection.start.line + 1,
  };
}

function readSettings(): EditorSettings {
  const settings = workspace.getConfiguration('strongroom');
  return {
    url: readUserSetting('url'),
    dataDir: readUserSetting('dataDir'),
    timeoutMs: settings.get<number>('timeoutMs', 30_000),
    memoryMb: settings.get<number>('memoryMb', 256),
    network: readUserSetting('network'),
  };
}

/** Reads the value of the user's own settings: a workspace must not redirect the API key or open the network. */
function readUserSetting(name: string): string {
  const { globalValue, defaultValue } = workspace.getConfiguration('strongroom').inspect<string>(name) ?? {};
  return String(globalValue ?? defaultValue ?? '');
}

async function askText({ title, prompt, value = '', isPassword = false, findProblem }: TextQuestion) {
  return window.showInputBox({
    title,
    prompt,
    value,
    password: isPassword,
    ignoreFocusOut: true,
    ...(findProblem && { validateInput: findProblem }),
  });
}

function toQuickPick<Item extends PickItem>(item: Item) {
  const { label, description = '', detail = '', isPicked = false } = item;
  return { label, description, detail, picked: isPicked, item };
}

async function withProgress<Result>(title: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    const cancelled = new AbortController();
    token.onCancellationRequested(() => cancelled.abort());
    return work(cancelled.signal);
  });
}

function showStatus(item: StatusBarItem, { text, tooltip, command, isWarning }: StatusBarState): void {
  item.text = text;
  item.tooltip = tooltip;
  item.command = command;
  item.backgroundColor = isWarning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
  item.show();
}

function runInTerminal(command: string): void {
  // Not in the workspace: on Windows a shell would prefer a program of that folder.
  const terminal = window.createTerminal({ name: 'Strongroom', cwd: homedir() });
  terminal.show();
  terminal.sendText(command);
}
