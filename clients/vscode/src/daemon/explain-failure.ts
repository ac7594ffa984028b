import { StrongroomError } from '../../../typescript/src/index.ts';
import { safeLine } from '../editor/safe-text.ts';
import { CommandFailure, type NextStep } from '../failure.ts';

type Code = StrongroomError['code'];

const interfaceStep: NextStep = { command: 'openInterface' };
const secretsStep: NextStep = { command: 'pickSecrets' };
const folderStep: NextStep = { setting: 'strongroom.dataDir' };

/** The next steps of the errors for which the editor has any. */
const nextSteps: Partial<Record<Code, readonly NextStep[]>> = {
  unauthorized: [{ command: 'signIn' }],
  forbidden: [{ command: 'signIn' }],
  connection_failed: [{ command: 'startDaemon' }, folderStep],
  connection_lost: [interfaceStep],
  timeout: [interfaceStep],
  unexpected_answer: [folderStep],
  network_not_allowed: [{ setting: 'strongroom.network' }, interfaceStep],
  engine_unavailable: [interfaceStep],
  language_needs_docker: [interfaceStep],
  language_not_installed: [interfaceStep],
  memory_needs_docker: [{ setting: 'strongroom.memoryMb' }],
  unknown_secret: [secretsStep],
  secret_proxy_only: [secretsStep],
  decryption_failed: [{ command: 'runScript' }],
};

/** Messages that name the editor's own next step, instead of those of the daemon or the client. */
const messages: Partial<Record<Code, string>> = {
  unauthorized: 'The API key is no longer valid, or it belongs to another daemon. Sign in again.',
  connection_failed: 'No Strongroom daemon answers. Start it, or correct the setting strongroom.dataDir.',
  unexpected_answer:
    'The answer is not one of Strongroom. Restart the daemon, or correct the setting strongroom.dataDir.',
  precondition_failed: 'A script of this name was stored at the same time. Nothing was changed; save it again.',
};

/** Returns a failure with a message that is safe to show and the next steps; other errors are returned unchanged. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof StrongroomError)) return error;
  const { code, message, details } = error;
  const fields = details.slice(0, 3).map((detail) => `${detail.path}: ${detail.message}`);
  const text = messages[code] ?? [message, ...fields].join(' ');
  return new CommandFailure(safeLine(text), nextSteps[code], { cause: error });
}
