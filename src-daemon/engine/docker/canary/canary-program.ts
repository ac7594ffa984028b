/**
 * What the canary runs in Bash: it shows, without starting another program, what the kernel says of init, which has
 * exactly what the engine gave it, and of the container's mounts, interfaces and control groups of both versions.
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
  ...['status', 'limits', 'mounts', 'interfaces', 'memory', 'swap', 'memoryAndSwap'],
  ...['processes', 'processors', 'quota', 'period', 'end'],
];

/** What the canary saw. A value is undefined where the kernel, or gVisor, does not show it. */
export interface CanaryReport {
  /** Of init's `/proc/1/status`, by name: `CapEff`, `NoNewPrivs`. */
  status: ReadonlyMap<string, string>;
  /** Of init's `/proc/1/limits`: the hard limit by name, `Max open files`. */
  limits: ReadonlyMap<string, string>;
  /** By mount point: the options of the last mount there, split at commas. */
  mounts: ReadonlyMap<string, readonly string[]>;
  interfaces: readonly string[];
  memory: string | undefined;
  swap: string | undefined;
  /** Control groups v1 limit memory and swap together. */
  memoryAndSwap: string | undefined;
  processes: string | undefined;
  /** How many processors' time: `1`, or `max`. */
  processors: string | undefined;
}

/** Reads what the canary printed; undefined where it did not come to its end. */
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

/** `Max open files            1024                 4096                 files`: three columns of fixed width. */
function readLimit(line: string): [name: string, hard: string] {
  return [line.slice(0, 26).trim(), line.slice(47, 68).trim()];
}

/** `tmpfs /work tmpfs rw,nosuid,size=65536k 0 0` */
function readMount(line: string): [target: string, options: readonly string[]] {
  const [, target = '', , options = ''] = line.split(' ');
  return [target, options.split(',')];
}

/** `100000 100000`, a quota and its period in microseconds, or `max 100000` and `-1 100000` without a limit. */
function readProcessors(text: string): string | undefined {
  const [quota, period] = text.split(' ').map(Number);
  if (text.startsWith('max') || quota === -1) return 'max';
  if (!quota || !period) return undefined;
  return String(quota / period);
}
