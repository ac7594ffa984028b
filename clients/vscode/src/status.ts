import type { HealthResponse } from '../../typescript/src/index.ts';
import { createApiKeys } from './account/api-keys.ts';
import { commandName } from './command-id.ts';
import { readHealth } from './daemon/connect.ts';
import type { Editor, StatusBarState } from './editor/editor.ts';
import { safeLine } from './editor/safe-text.ts';
import { CommandFailure } from './failure.ts';
import { daemonAddress } from './settings.ts';

/** Returns a function that shows the state of the daemon and its engine in the status bar. It never rejects. */
export function createStatus(editor: Editor): () => Promise<void> {
  return async () => {
    try {
      const address = daemonAddress(editor.settings());
      const health = await readHealth(address);
      const apiKey = await createApiKeys(editor).read(address);
      editor.showStatus(health === undefined ? noDaemon(address) : stateOf(health, apiKey !== undefined));
    } catch (error) {
      const tooltip = error instanceof CommandFailure ? error.message : 'The state of Strongroom cannot be read.';
      editor.showStatus({
        text: '$(error) Strongroom',
        tooltip,
        command: commandName('openInterface'),
        isWarning: true,
      });
    }
  };
}

function noDaemon(address: string): StatusBarState {
  return {
    text: '$(circle-slash) Strongroom',
    tooltip: `No daemon answers at ${address}. Click to start it in a terminal.`,
    command: commandName('startDaemon'),
    isWarning: true,
  };
}

function stateOf({ version, engine }: HealthResponse, isSignedIn: boolean): StatusBarState {
  const { name, status, reason = '', nextStep = '' } = engine;
  const engineText = safeLine(`Strongroom ${version}, engine ${name}: ${status} ${reason} ${nextStep}`.trim());
  if (status === 'unavailable')
    return {
      text: '$(warning) Strongroom',
      tooltip: engineText,
      command: commandName('openInterface'),
      isWarning: true,
    };
  if (!isSignedIn)
    return {
      text: '$(key) Strongroom',
      tooltip: 'Click to sign in to Strongroom.',
      command: commandName('signIn'),
      isWarning: false,
    };
  const icon = status === 'ready' ? '$(shield)' : '$(sync~spin)';
  return { text: `${icon} Strongroom`, tooltip: engineText, command: commandName('showOutput'), isWarning: false };
}
