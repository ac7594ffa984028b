import { findPortHolder, namePortHolder } from '../../src-shared-node/port-holder.ts';
import type { CliError } from '../cli-error.ts';
import type { Finding } from './finding.ts';

const fromBackup = 'Restore it: "strongroom restore FILE --replace" with your newest backup.';

/** The next step, by the daemon's code for the reason why it did not start. */
const keyStoreSteps: Readonly<Record<string, string>> = {
  unavailable: 'Without a keychain, choose another key store once: "strongroom serve --key-store file".',
  locked: 'Unlock the keychain, then run "strongroom doctor" again.',
  exposed: 'Restrict access to the file with the command above, then run "strongroom doctor" again.',
  passphrase_missing: 'Run "strongroom serve" in a terminal: it asks for the passphrase.',
  wrong_passphrase:
    'Correct STRONGROOM_PASSPHRASE, or unset it and run "strongroom serve": it asks for the passphrase.',
  master_missing: fromBackup,
  wrong_master: fromBackup,
  instance_missing: fromBackup,
};

/** Explains why no daemon could be started, with the next step. */
export function explainNoDaemon({ message, reason = '', pid }: CliError): Finding {
  if (reason === 'already_running') return dataInUse(message, pid);
  if (reason === 'port_taken') return portTaken(message);
  if (reason === 'unsafe_node')
    return { name: 'daemon', status: 'failure', found: message, nextStep: 'See Node below.' };
  const keyStoreStep = keyStoreSteps[reason];
  if (keyStoreStep !== undefined)
    return { name: 'key store', status: 'failure', found: message, nextStep: keyStoreStep };
  return {
    name: 'daemon',
    status: 'failure',
    found: message,
    nextStep: 'Run "strongroom serve" and read its messages.',
  };
}

function dataInUse(found: string, pid: number | undefined): Finding {
  const finding: Finding = { name: 'data folder', status: 'failure', found };
  if (pid === undefined) return { ...finding, nextStep: 'Stop that process, then run "strongroom doctor" again.' };
  return { ...finding, pid, nextStep: `Stop it ("kill ${pid}"; "kill -9 ${pid}" if it does not react).` };
}

function portTaken(message: string): Finding {
  const port = Number(/^Port (\d+)/.exec(message)?.[1]);
  const holder = findPortHolder(port);
  const end = holder?.pid === undefined ? 'Stop that program' : `Stop it ("kill ${holder.pid}")`;
  return {
    name: 'port',
    status: 'failure',
    found: `${port} is taken by ${namePortHolder(holder)}`,
    nextStep: `${end}, or start on a free port: "strongroom serve --port 0".`,
  };
}
