/**
 * The canary's program, in Bash. Without starting another program, it prints what the kernel reports about init, whose
 * privileges and limits are those that the engine set, and about mounts, interfaces and cgroups of both versions.
 */
export const canaryProgram = `
own=
while IFS= read -r line; do case $line in 0::*) own=\${line#0::} ;; esac; done </proc/self/cgroup
show() {
  local name=$1 file
  shift
  for file; do
    [ -r "$file" ] || continue
    printf '== %s\\n%s\\n' "$name" "$(<"$file")"
    return
  done
}
groups=/sys/fs/cgroup
show status /proc/1/status
show limits /proc/1/limits
show users /proc/self/uid_map
show mounts /proc/self/mounts
show interfaces /proc/net/dev
show memory "$groups$own/memory.max" $groups/memory.max $groups/memory/memory.limit_in_bytes
show swap "$groups$own/memory.swap.max" $groups/memory.swap.max
show memoryAndSwap $groups/memory/memory.memsw.limit_in_bytes
show processes "$groups$own/pids.max" $groups/pids.max $groups/pids/pids.max
show processors "$groups$own/cpu.max" $groups/cpu.max
show quota $groups/cpu/cpu.cfs_quota_us $groups/cpu,cpuacct/cpu.cfs_quota_us
show period $groups/cpu/cpu.cfs_period_us $groups/cpu,cpuacct/cpu.cfs_period_us
printf '== end\\n'
`;

const sections: readonly string[] = [
  ...['status', 'limits', 'users', 'mounts', 'interfaces', 'memory', 'swap', 'memoryAndSwap'],
  ...['processes', 'processors', 'quota', 'period', 'end'],
];

/** The canary's report. A value is undefined if the kernel or gVisor does not show it. */
export interface CanaryReport {
  /** Fields of init's `/proc/1/status`, by name: `CapEff`, `NoNewPrivs`. */
  status: ReadonlyMap<string, string>;
  /** Hard limits from init's `/proc/1/limits`, by name: `Max open files`. */
  limits: ReadonlyMap<string, string>;
  /** Options of the last mount at each mount point. */
  mounts: ReadonlyMap<string, readonly string[]>;
  /** The user ids of its namespace, as in `/proc/self/uid_map`. */
  users: string;
  interfaces: readonly string[];
  memory: string | undefined;
  swap: string | undefined;
  /** Limit of memory and swap together, in cgroups v1. */
  memoryAndSwap: string | undefined;
  processes: string | undefined;
  /** Processor limit: `1`, or `max`. */
  processors: string | undefined;
}

/** Reads the output of the canary. Returns undefined if it is incomplete. */
export function readCanaryReport(text: string): CanaryReport | undefined {
  const found = new Map<string, string[]>();
  let section: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('== ')) {
      section = [];
      found.set(line.slice(3), section);
    } else section.push(line);
  }
  if (!found.has('end') || [...found.keys()].some((name) => !sections.includes(name))) return undefined;
  const lines = (name: string) => found.get(name) ?? [];
  const value = (name: string) => lines(name)[0]?.trim();
  return {
    status: new Map(lines('status').map(splitAtColon)),
    limits: new Map(lines('limits').map(readLimit)),
    mounts: new Map(lines('mounts').map(readMount)),
    users: lines('users').join('\n'),
    interfaces: lines('interfaces')
      .filter((line) => line.includes(':'))
      .map((line) => splitAtColon(line)[0]),
    memory: value('memory'),
    swap: value('swap'),
    memoryAndSwap: value('memoryAndSwap'),
    processes: value('processes'),
    processors: readProcessors(value('processors') ?? [value('quota'), value('period')].join(' ')),
  };
}

function splitAtColon(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
}

/** Reads `Max open files            1024                 4096                 files`: columns of fixed width. */
function readLimit(line: string): [name: string, hard: string] {
  return [line.slice(0, 26).trim(), line.slice(47, 68).trim()];
}

/** Reads `tmpfs /work tmpfs rw,nosuid,size=65536k 0 0`. */
function readMount(line: string): [target: string, options: readonly string[]] {
  const [, target = '', , options = ''] = line.split(' ');
  return [target, options.split(',')];
}

/** Reads a quota and its period in microseconds: `100000 100000`. Without a limit: `max 100000` or `-1 100000`. */
function readProcessors(text: string): string | undefined {
  const [quota, period] = text.split(' ').map(Number);
  if (text.startsWith('max') || quota === -1) return 'max';
  if (!quota || !period) return undefined;
  return String(quota / period);
}
