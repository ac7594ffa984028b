import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import { type Health, readHealth } from '../../src-shared/contracts/service.contract.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { checkDisk, checkMachine, checkNode } from '../doctor/check-machine.ts';
import { checkSandbox } from '../doctor/check-sandbox.ts';
import { explainNoDaemon } from '../doctor/explain-no-daemon.ts';
import { type Finding, ok } from '../doctor/finding.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Styled } from '../output/reporter.ts';
import type { Tools, ToolsOf } from '../toolbox.ts';

const engineLimitMs = 20_000;
const enginePollMs = 250;

/** Adds `strongroom doctor`, which checks the daemon, the machine and its sandbox. */
export function addDoctor(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('doctor')
    .description('check that everything works, and try to escape from a sandbox')
    .option('--no-sandbox', 'skip the check of the sandbox')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom doctor\n  strongroom doctor --json | jq \'.findings[] | select(.status != "ok")\'\n\nExit code 0: no check failed; 1: a check failed.',
    )
    .action(async (flags: { sandbox: boolean }) => {
      const tools = toolsOf(command);
      const findings = await examine(tools, flags.sandbox);
      const healthy = findings.every(({ status }) => status !== 'failure');
      await tools.reporter.result({ healthy, findings }, findings.flatMap(formatFindings));
      process.exitCode = healthy ? 0 : exitCodes.failure;
    });
}

async function examine(tools: Tools, withSandbox: boolean): Promise<Finding[]> {
  const { connector, reporter } = tools;
  reporter.progress('Looking for the daemon …');
  try {
    const open = await connector.connectOpen();
    const health = await settledHealth(open);
    const findings = checkMachine(tools, health, open.target);
    const client = await connector.connect().catch((error: unknown) => {
      if (error instanceof CliError && error.code === 'not_logged_in') findings.push(notLoggedIn(error.message));
      else throw error;
    });
    if (client !== undefined)
      findings.push(...(await examineWithKey(tools, client, withSandbox && health.engine.status === 'ready')));
    return findings;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'no_daemon') throw error;
    const { lowestNode } = tools.surroundings;
    const node = checkNode(process.versions.node, lowestNode);
    return [explainNoDaemon(error), node, checkDisk(connector.locations.dataDir)];
  }
}

/** Waits for the engine's state, because a daemon that has just started does not know it yet. */
async function settledHealth(open: ApiClient): Promise<Health> {
  const until = Date.now() + engineLimitMs;
  for (;;) {
    const health = await open.call(readHealth, {});
    if (health.engine.status !== 'starting' || Date.now() > until) return health;
    await sleep(enginePollMs);
  }
}

async function examineWithKey({ reporter }: Tools, client: ApiClient, withSandbox: boolean): Promise<Finding[]> {
  try {
    const { languages } = await client.call(listLanguages, {});
    const present = languages
      .filter(({ available }) => available)
      .map(({ name, version }) => `${name} ${version ?? ''}`.trim());
    const images: Finding =
      present.length > 0
        ? ok('images', present.join(', '))
        : {
            name: 'images',
            status: 'warning',
            found: 'no language is installed yet',
            nextStep: 'See the engine above.',
          };
    reporter.progress('Trying to escape from a sandbox …');
    return [ok('credential', 'accepted'), images, ...(withSandbox ? await checkSandbox(client) : [])];
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 401) throw error;
    return [notLoggedIn(error.message)];
  }
}

function notLoggedIn(found: string): Finding {
  return {
    name: 'credential',
    status: 'warning',
    found,
    nextStep: 'Run "strongroom login" to check the sandbox.',
  };
}

const marks = { ok: ['green', '✓'], warning: ['yellow', '!'], failure: ['red', '✗'], skipped: ['dim', '-'] } as const;

function formatFindings({ name, status, found, nextStep }: Finding): Styled[] {
  const [style, mark] = marks[status];
  const line = ` ${name.padEnd(14)} ${found}\n`;
  const further = nextStep === undefined ? '' : `${' '.repeat(17)}→ ${nextStep}\n`;
  return [{ text: mark, style }, { text: line + further }];
}
