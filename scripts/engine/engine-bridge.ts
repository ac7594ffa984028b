/**
 * The network of an engine that `npm run engine` starts. It is the default docker0 if no other dockerd uses that, else a
 * bridge of its own: two engines that both manage docker0 and Docker's firewall chains undo each other's changes.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const bridgeName = 'strongroom0';
const bridgeAddress = '10.213.0.1/24';
const addresses = '10.213.0.0/16';
const networkPool = 'base=10.213.128.0/17,size=24';

export type Bridge = 'default' | 'own';

/** Creates a bridge with a route to the outside if another dockerd runs in this network namespace. */
export function prepareBridge(): Bridge {
  if (!isAnotherDockerdRunning()) return 'default';
  if (!succeeds('ip', ['link', 'show', 'dev', bridgeName])) {
    run('ip', ['link', 'add', 'name', bridgeName, 'type', 'bridge']);
    run('ip', ['address', 'add', bridgeAddress, 'dev', bridgeName]);
  }
  run('ip', ['link', 'set', 'dev', bridgeName, 'up']);
  allowOutgoing();
  return 'own';
}

/** Returns the flags of dockerd for a bridge. */
export function bridgeFlags(bridge: Bridge): string[] {
  if (bridge === 'default') return [];
  // With `--iptables=false` it cannot flush the rules of the other engine. `allowOutgoing` adds the rules that it needs.
  return ['--bridge', bridgeName, '--iptables=false', '--default-address-pool', networkPool];
}

function isAnotherDockerdRunning(): boolean {
  const ours = networkOf('self');
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'dockerd' && networkOf(pid) === ours;
    } catch {
      // The process has exited.
      return false;
    }
  });
}

function networkOf(pid: string): string {
  return readlinkSync(`/proc/${pid}/ns/net`);
}

function allowOutgoing(): void {
  addRule(['-t', 'nat'], '-A', ['POSTROUTING', '-s', addresses, '!', '-d', addresses, '-j', 'MASQUERADE']);
  addRule([], '-I', ['FORWARD', '-s', addresses, '-j', 'ACCEPT']);
  const answers = ['-m', 'conntrack', '--ctstate', 'RELATED,ESTABLISHED'];
  addRule([], '-I', ['FORWARD', '-d', addresses, ...answers, '-j', 'ACCEPT']);
}

function addRule(table: string[], command: '-A' | '-I', rule: string[]): void {
  if (!succeeds('iptables', [...table, '-C', ...rule])) run('iptables', [...table, command, ...rule]);
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', env: rootEnv() }).status === 0;
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env: rootEnv() });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}

function rootEnv(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
}
