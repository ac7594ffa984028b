import type { Command } from 'commander';
import { hostPatternProblem } from '../../src-shared/contracts/network/host-pattern.ts';
import { networkLimits } from '../../src-shared/contracts/network/network-limits.ts';
import type { CeilingEntry } from '../../src-shared/contracts/network/network-rules.ts';
import { readSettings, type Settings, updateSettings } from '../../src-shared/contracts/settings.contract.ts';
import { CliError } from '../cli-error.ts';
import { changeSettings } from '../connection/change-settings.ts';
import { type HostTarget, parseTarget } from '../network/host-target.ts';
import { formatTable } from '../output/table.ts';
import type { Tools, ToolsOf } from '../toolbox.ts';

type NetworkSettings = Settings['network'];

interface Flags {
  full?: boolean;
}

/** Adds `strongroom network`, which changes the hosts that network rules of this account can allow. */
export function addNetwork(program: Command, toolsOf: ToolsOf): void {
  const network = program
    .command('network')
    .description('manage the hosts that network rules can allow (the setting network.ceiling)');
  addAllow(network, toolsOf);
  addList(network, toolsOf);
  addRemove(network, toolsOf);
  addProxy(network, toolsOf);
}

function addAllow(network: Command, toolsOf: ToolsOf): void {
  const command = network
    .command('allow')
    .description('let network rules allow hosts; a run still has no network without a rule')
    .argument('[targets...]', 'HOST[:PORT][/tls|/http|/tcp]; *.NAME: all names below NAME; *: all hosts', parseTargets)
    .option('--full', 'let runs use the whole network (--network)')
    .addHelpText(
      'after',
      `
Examples:
  strongroom network allow api.example.com
  strongroom network allow '*.example.com:443' db.example.com:5432/tcp
  strongroom network allow --full

Without a port all ports can be allowed, without a protocol all protocols.`,
    )
    .action(async (targets: HostTarget[], flags: Flags) => {
      requireChange(targets, flags);
      await change(toolsOf(command), ({ allowed, ceiling }) => ({
        allowed: flags.full ?? allowed,
        ceiling: targets.reduce(addEntry, ceiling),
      }));
    });
}

function addList(network: Command, toolsOf: ToolsOf): void {
  const command = network
    .command('ls')
    .description('list the hosts that network rules can allow')
    .addHelpText('after', '\nExamples:\n  strongroom network ls\n  strongroom network ls --json')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const { network: found } = await (await connector.connect()).call(readSettings, {});
      await reporter.result(found, formatSettings(found));
    });
}

function addRemove(network: Command, toolsOf: ToolsOf): void {
  const command = network
    .command('rm')
    .description('no longer let network rules allow hosts')
    .argument('[targets...]', 'as `network ls` shows them; a host alone: all its ports and protocols', parseTargets)
    .option('--full', 'no longer let runs use the whole network')
    .addHelpText('after', '\nExamples:\n  strongroom network rm api.example.com\n  strongroom network rm --full')
    .action(async (targets: HostTarget[], flags: Flags) => {
      requireChange(targets, flags);
      await change(toolsOf(command), ({ allowed, ceiling }) => ({
        allowed: flags.full ? false : allowed,
        ceiling: targets.reduce(removeEntry, ceiling),
      }));
    });
}

function addProxy(network: Command, toolsOf: ToolsOf): void {
  const command = network
    .command('proxy')
    .description('connect the hosts of network rules through a proxy; the password is read from a prompt or stdin')
    .argument('<address>', 'http://HOST:PORT, or `none` to connect hosts directly')
    .addHelpText(
      'after',
      `
Examples:
  strongroom network proxy http://proxy.example.com:3128
  strongroom network proxy none

Only a login can change the setting (network.proxy), no API key: the proxy looks names up, so it alone decides whether a program can reach private addresses.`,
    )
    .action(async (address: string) => {
      const tools = toolsOf(command);
      const kept = await changeSettings(tools, { network: { proxy: address === 'none' ? null : address } });
      await tools.reporter.result(kept.network, formatSettings(kept.network));
    });
}

function requireChange(targets: readonly HostTarget[], { full }: Flags): void {
  if (targets.length === 0 && !full) throw new CliError('usage', 'Name a host, such as api.example.com, or --full.');
}

async function change(
  { connector, reporter }: Tools,
  changed: (current: NetworkSettings) => Partial<NetworkSettings>,
): Promise<void> {
  const client = await connector.connect();
  const { network: current } = await client.call(readSettings, {});
  const network = changed(current);
  const kept = await client.call(updateSettings, { body: { network } });
  await reporter.result(kept.network, formatSettings(kept.network));
}

/** Adds a port to the entry of the same host and protocol, so that a rule with several ports lies within one entry. */
function addEntry(entries: CeilingEntry[], { host, port, protocol }: HostTarget): CeilingEntry[] {
  const isSame = (entry: CeilingEntry) => entry.host === host && entry.protocols?.join() === protocol;
  const added = { host, ...(port !== undefined && { ports: [port] }), ...(protocol && { protocols: [protocol] }) };
  const same = entries.find((entry) => isSame(entry) && hasSpace(entry, port));
  if (same === undefined) return [...entries, added];
  const { ports: earlier } = same;
  // An entry without ports has all of them.
  if (earlier === undefined) return entries;
  const merged = port === undefined ? added : { ...same, ports: [...new Set([...earlier, port])] };
  return entries.map((entry) => (entry === same ? merged : entry));
}

function hasSpace({ ports = [] }: CeilingEntry, port: number | undefined): boolean {
  return port === undefined || ports.includes(port) || ports.length < networkLimits.portsOfRule;
}

/** @throws CliError `usage` if no entry has the target */
function removeEntry(entries: CeilingEntry[], { host, port, protocol }: HostTarget): CeilingEntry[] {
  const isHostOnly = port === undefined && protocol === undefined;
  const isSame = (entry: CeilingEntry) => entry.host === host && entry.protocols?.join() === protocol;
  const left = entries.flatMap((entry) => {
    if (isHostOnly) return entry.host === host ? [] : [entry];
    if (!isSame(entry)) return [entry];
    if (port === undefined) return entry.ports === undefined ? [] : [entry];
    if (!entry.ports?.includes(port)) return [entry];
    const ports = entry.ports.filter((other) => other !== port);
    return ports.length === 0 ? [] : [{ ...entry, ports }];
  });
  if (left.length === entries.length && left.every((entry, index) => entry === entries[index]))
    throw new CliError('usage', `There is no entry for ${host}. List all entries with: strongroom network ls`);
  return left;
}

function formatSettings({ allowed, ceiling, proxy }: NetworkSettings): string {
  const rows = ceiling.map(({ host, ports, protocols }) => [
    host,
    ports?.join(' ') ?? 'all',
    protocols?.join(' ') ?? 'all',
  ]);
  const table = rows.length === 0 ? 'No host can be allowed.\n' : formatTable(['HOST', 'PORTS', 'PROTOCOLS'], rows);
  const full = allowed ? 'Runs can also use the whole network (--network).\n' : '';
  return `${table}${full}${proxy === null ? '' : `Hosts of rules are connected through ${proxy}.\n`}`;
}

function parseTargets(text: string, earlier: HostTarget[] = []): HostTarget[] {
  return [...earlier, parseTarget(text, (host) => (host === '*' ? undefined : hostPatternProblem(host)))];
}
