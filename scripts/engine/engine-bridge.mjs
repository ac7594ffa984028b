// The network of an engine of ours: the default docker0 where no other dockerd uses it, else a bridge of our own,
// because two engines that both tend docker0 and Docker's firewall chains undo each other's work.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const bridgeName = 'strongroom0';
const bridgeAddress = '10.213.0.1/24';
const addresses = '10.213.0.0/16';
const networkPool = 'base=10.213.128.0/17,size=24';

/**
 * Makes our own bridge and its way out if another dockerd lives in this network namespace.
 * @returns {'default' | 'own'}
 */
export function prepareBridge() {
  if (!anotherDockerdLives()) return 'default';
  if (!succeeds('ip', ['link', 'show', 'dev', bridgeName])) {
    run('ip', ['link', 'add', 'name', bridgeName, 'type', 'bridge']);
    run('ip', ['address', 'add', bridgeAddress, 'dev', bridgeName]);
  }
  run('ip', ['link', 'set', 'dev', bridgeName, 'up']);
  allowOut();
  return 'own';
}

/** @param {'default' | 'own'} bridge */
export function bridgeFlags(bridge) {
  if (bridge === 'default') return [];
  // With its own firewall rules off it cannot flush the other engine's; `allowOut` stands in for them.
  return ['--bridge', bridgeName, '--iptables=false', '--default-address-pool', networkPool];
}

function anotherDockerdLives() {
  const ours = networkOf('self');
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'dockerd' && networkOf(pid) === ours;
    } catch {
      // It ended while we looked.
      return false;
    }
  });
}

/** @param {string} pid */
function networkOf(pid) {
  return readlinkSync(`/proc/${pid}/ns/net`);
}

function allowOut() {
  addRule(['-t', 'nat'], '-A', ['POSTROUTING', '-s', addresses, '!', '-d', addresses, '-j', 'MASQUERADE']);
  addRule([], '-I', ['FORWARD', '-s', addresses, '-j', 'ACCEPT']);
  const answers = ['-m', 'conntrack', '--ctstate', 'RELATED,ESTABLISHED'];
  addRule([], '-I', ['FORWARD', '-d', addresses, ...answers, '-j', 'ACCEPT']);
}

/**
 * @param {string[]} table
 * @param {'-A' | '-I'} how
 * @param {string[]} rule
 */
function addRule(table, how, rule) {
  if (!succeeds('iptables', [...table, '-C', ...rule])) run('iptables', [...table, how, ...rule]);
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', env: rootEnv() }).status === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env: rootEnv() });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}

function rootEnv() {
  return { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
}
