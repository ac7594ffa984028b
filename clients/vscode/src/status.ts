import type { HealthResponse } from '../../typescript/src/index.ts';
import { createApiKeys } from './account/api-keys.ts';
import { commandName } from './command-id.ts';
import { readHealth } from './daemon/connect.ts';
import { findOwnDaemon } from './daemon/own-daemon.ts';
import type { Editor, StatusBarState } from './editor/editor.ts';
import { safeLine } from './editor/safe-text.ts';
import { CommandFailure } from './failure.ts';
import { dataLocations } from './settings.ts';

/** Returns a function that shows the state of the daemon and its engine in the status bar. It never rejects. */
export function createStatus(editor: Editor): () => Promise<void> {
  return async () => {
    try {
      const daemon = await findOwnDaemon(editor.settings());
      const health = daemon && (await readHealth(daemon));
      const apiKey = daemon && (await createApiKeys(editor).read(daemon));
      const { dataDir } = dataLocations(editor.settings());
      editor.showStatus(health === undefined ? noDaemon(dataDir) : stateOf(health, apiKey !== undefined));
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

function noDaemon(dataDir: string): StatusBarState {
  return {
    text: '$(circle-slash) Strongroom',
    tooltip: safeLine(`No daemon runs for ${dataDir}. Click to start it in a terminal.`),
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
