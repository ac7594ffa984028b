import { decideConnection, readExecutionNetwork } from '../../src-shared/contracts/executions.contract.ts';
import type { NetworkEventData } from '../../src-shared/contracts/network/network-events.ts';
import type { NetworkDecision, RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import { ruleAllowing } from '../../src-shared/contracts/network/rule-limits.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Tools } from '../toolbox.ts';
import { createConnectionAsker } from './ask-connections.ts';
import { type Blocked, blockedLines } from './blocked-lines.ts';
import { withNetworkAdvice } from './explain-refusal.ts';

interface WatchedRun {
  client: ApiClient;
  /** The network that the request names. */
  network: Network | undefined;
  /** True if the run can have the rules that are stored with its script. */
  mayHaveStoredRules: boolean;
}

/**
 * Watches the connections of a run. With `onBlocked: "ask"` at a terminal it asks about held ones; the output of the
 * program waits during a question.
 */
export function watchConnections(
  { surroundings, reporter }: Tools,
  { client, network, mayHaveStoredRules }: WatchedRun,
) {
  const isTerminal = surroundings.stdin.isTTY === true && surroundings.stderr.isTTY === true;
  const blocked = new Map<string, Blocked>();
  let runId: string | undefined;
  let hasRules = typeof network === 'object';
  let output: Promise<void> = Promise.resolve();

  const asker = createConnectionAsker({ surroundings, decide, interrupt: () => void process.emit('SIGINT') });

  /** A connection for which no decision arrives is refused after a minute, so a failure is only reported. */
  async function decide(body: NetworkDecision): Promise<void> {
    if (runId === undefined) return;
    const params = { id: runId };
    try {
      await client.call(decideConnection, { params, body });
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof CliError)) throw error;
      if (error.code === 'execution_finished') return;
      const { host, port } = body;
      const rule = ruleAllowing(host, port);
      const explained = await withNetworkAdvice(error, {
        client,
        network: { allow: rule === undefined ? [] : [rule] },
      });
      reporter.say(`strongroom: ${explained.message}`);
      if (error.code === 'network_not_allowed')
        await client.call(decideConnection, { params, body: { ...body, decision: 'deny' } }).catch(() => undefined);
    }
  }

  function note({ host, port, reason }: NetworkEventData): void {
    const key = JSON.stringify([host, port]);
    const reasons = blocked.get(key)?.reasons ?? [];
    blocked.set(key, { host, port, reasons: [...new Set([...reasons, ...(reason ? [reason] : [])])] });
  }

  return {
    started(id: string): void {
      runId = id;
    },
    take(event: NetworkEventData): void {
      hasRules = true;
      if (event.phase !== 'held') asker.release(event);
      else if (isTerminal) asker.hold(event);
      if (event.phase === 'blocked') note(event);
    },
    /** Prints output of the program, after an open question. Does not wait for it, so that events still arrive. */
    async print(write: () => Promise<void>): Promise<void> {
      output = output.then(asker.idle).then(write);
      output.catch(() => undefined);
      if (!asker.isAsking()) await output;
    },
    /** Withdraws open questions and prints the rest of the output. */
    async ended(): Promise<void> {
      asker.end();
      await output;
    },
    /** Returns the stored connections of a run with rules; undefined if the history has none. */
    async report(): Promise<RunNetworkReport | undefined> {
      if (runId === undefined || !(hasRules || (mayHaveStoredRules && network === undefined))) return undefined;
      try {
        const report = await client.call(readExecutionNetwork, { params: { id: runId } });
        return hasRules || report.totals.length > 0 ? report : undefined;
      } catch (error) {
        if (error instanceof ApiRefusal && error.status === 404) return undefined;
        throw error;
      }
    },
    /** Returns a line for each host that was refused. The stream has at most 20 events a second, the report has all. */
    blockedLines: (report: RunNetworkReport | undefined): string[] =>
      blockedLines(report?.totals.filter((total) => total.blocked + (total.failed ?? 0) > 0) ?? [...blocked.values()]),
  };
}
