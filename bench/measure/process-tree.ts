import { readdir, readFile } from 'node:fs/promises';

/** Returns the pids of a process and of all its descendants (Linux). A process that exits in between is left out. */
export async function processTree(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** The name of the program can contain any character, so the fields after its last `)` are read (proc(5)). */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Returns what a process of the desktop app is, by its command line. Chromium rewrites its own with spaces. */
export async function partOfApp(pid: number, app: number): Promise<string> {
  if (pid === app) return 'shell (main process)';
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const args = text.split(/[\0 ]/);
  const flag = (name: string) => args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const type = flag('--type');
  if (type === 'utility') return `utility: ${flag('--utility-sub-type') ?? 'unknown'}`;
  if (type !== undefined) return type;
  const script = args.find((arg) => /\.m?js$/.test(arg))?.split('/');
  return script === undefined ? (args[0] ?? '') : `Node: ${script.slice(-2).join('/')}`;
}
