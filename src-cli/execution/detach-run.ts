import type { RunOptions } from '../../src-shared/contracts/execute-request.ts';
import { ExecutionEvent } from '../../src-shared/contracts/executions.contract.ts';
import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { eventOf } from '../client/event-of.ts';
import type { ReceivedEvent } from '../client/event-stream.ts';
import { refusalOfEvent } from '../client/follow-stream.ts';
import { readWholeInput } from '../input/find-input.ts';
import { withNetwork } from '../network/explain-refusal.ts';
import type { RunFlags } from '../options/run-options.ts';
import type { Tools } from '../toolbox.ts';

interface DetachedRun {
  client: ApiClient;
  /** Starts the run, whose request is `detached`. */
  start: () => AsyncGenerator<ReceivedEvent>;
  network: Network | undefined;
}

/** Rejects options that need the command until the end of the run. @throws CliError `usage` */
export function requireDetachable({ out, ask, watch }: Pick<RunFlags, 'out' | 'ask'> & { watch?: boolean }): void {
  const reasons = [
    ...(out === undefined ? [] : ['--out, which saves files at the end of the run']),
    ...(ask ? ['--ask, which asks during the run'] : []),
    ...(watch ? ['--watch, which cancels the run at a change'] : []),
  ];
  const [reason] = reasons;
  if (reason !== undefined) throw new CliError('usage', `--detach cannot be used with ${reason}. Remove one of them.`);
}

/** Returns the fields of the request: the whole input is read first, because the command exits before the program reads it. */
export async function detachedFields(
  { surroundings }: Tools,
  { stdin: flag }: RunFlags,
  isStdinTaken: boolean,
): Promise<Pick<RunOptions, 'stdin'> & { detached: true }> {
  const stdin = await readWholeInput({ flag, surroundings, isStdinTaken });
  return { detached: true, ...(stdin !== undefined && { stdin }) };
}

/** Starts a run, prints its id, and leaves it to the daemon. @throws ApiRefusal, CliError */
export async function startDetached({ reporter, surroundings }: Tools, run: DetachedRun): Promise<void> {
  const id = await withNetwork(run, () => firstId(run));
  if (surroundings.stderr.isTTY && !reporter.isJson)
    reporter.say(`strongroom: follow it with: strongroom runs logs -f ${id}`);
  await reporter.result({ id }, `${id}\n`);
}

async function firstId({ client, start }: DetachedRun): Promise<string> {
  for await (const received of start()) {
    const { event, data } = eventOf(client, ExecutionEvent, received);
    if (event === 'started') return data.id;
    if (event === 'error') throw refusalOfEvent(data);
  }
  throw new CliError('no_daemon', 'The daemon closed the stream before the run had started. Run the command again.');
}
