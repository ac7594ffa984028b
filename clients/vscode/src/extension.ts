import { commands, type ExtensionContext, languages, StatusBarAlignment, window, workspace } from 'vscode';
import { findKeyCommand } from './account/key-command.ts';
import { commandIds, commandName } from './command-id.ts';
import { createCommands } from './commands.ts';
import { createSourceLinks, outputLanguage } from './editor/source-link-provider.ts';
import { createVscodeEditor } from './editor/vscode-editor.ts';
import { createStatus } from './status.ts';

/** Interval at which the status bar is updated while the window has the focus. */
const statusMs = 30_000;

/** VS Code calls this once, when the extension starts. */
export async function activate(context: ExtensionContext): Promise<void> {
  const channel = window.createOutputChannel('Strongroom', outputLanguage);
  const links = createSourceLinks();
  const statusItem = window.createStatusBarItem('strongroom.status', StatusBarAlignment.Left);
  statusItem.name = 'Strongroom';
  const editor = createVscodeEditor({ context, channel, links, statusItem });
  const refreshStatus = createStatus(editor);
  const keyCommand = findKeyCommand(process.env.PATH);
  const handlers = createCommands({ editor, keyCommand, refreshStatus });

  const timer = setInterval(() => {
    if (window.state.focused) void refreshStatus();
  }, statusMs);
  context.subscriptions.push(
    channel,
    statusItem,
    languages.registerDocumentLinkProvider({ language: outputLanguage }, links),
    { dispose: () => clearInterval(timer) },
    window.onDidChangeWindowState(({ focused }) => void (focused && refreshStatus())),
    workspace.onDidChangeConfiguration((change) => void (change.affectsConfiguration('strongroom') && refreshStatus())),
    ...commandIds.map((id) => commands.registerCommand(commandName(id), handlers[id])),
  );
  await refreshStatus();
}
