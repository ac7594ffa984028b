import { executeCode } from '../../src-shared/contracts/vault.contract.ts';
import { ApiRefusal } from '../cli-error.ts';
import { findInput, streamFields } from '../input/find-input.ts';
import { type DetachFlag, type RunFlags, readRunOptions } from '../options/run-options.ts';
import { askHidden } from '../output/ask.ts';
import type { Tools } from '../toolbox.ts';
import { explainMissing } from '../vault/explain-missing.ts';
import { masterPasswordQuestion, requirePassword } from '../vault/master-password.ts';
import { runAndReport } from './carry-run.ts';
import { detachedFields, requireDetachable, startDetached } from './detach-run.ts';

interface StoredRun {
  /** Exact name of the script. Names are unique in an account. */
  name: string;
  args: string[];
  flags: RunFlags & DetachFlag;
}

/** Asks for the master password and runs a script of the vault, which the daemon decrypts for this run only. */
export async function runStored(tools: Tools, { name, args, flags }: StoredRun): Promise<void> {
  const { detach: isDetached = false } = flags;
  if (isDetached) requireDetachable(flags);
  const masterPassword = requirePassword(await askHidden(tools.surroundings, masterPasswordQuestion));
  const options = await readRunOptions(flags, args, { ...tools, isStdinTaken: true });
  const input = isDetached ? undefined : findInput({ ...tools, flag: flags.stdin, isStdinTaken: true });
  const ofStreams = isDetached ? await detachedFields(tools, flags, true) : streamFields(tools, input);
  const client = await tools.connector.connect();
  const body = { ...options, ...ofStreams, masterPassword };
  const start = () => client.stream(executeCode, { params: { name }, body });
  try {
    const { network } = options;
    await (isDetached
      ? startDetached(tools, { client, start, network })
      : runAndReport(tools, { client, start, input, network, mayHaveStoredRules: true, flags }));
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'code_not_found') throw error;
    throw error.withMessage(await explainMissing(client, name));
  }
}
