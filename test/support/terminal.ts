/** Runs a command in a real terminal (a pseudo-terminal by Python's `pty`), types into it and returns the text that it shows. */
import { spawn, spawnSync } from 'node:child_process';

/** Debian's. A version manager's `python3` starts a shell first, which takes longer than the test's program. */
const python = '/usr/bin/python3';

export const hasTerminal = process.platform !== 'win32' && spawnSync(python, ['-c', 'import pty']).status === 0;

export interface Typing {
  /** The keys are typed as soon as the terminal shows this text after the text of the previous entry. */
  after: string;
  keys: string | Uint8Array;
}

export interface TerminalResult {
  exitCode: number;
  /** All that the terminal showed, echo included. */
  shown: string;
}

const program = `
import base64, json, os, pty, select, signal, sys
given = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    if given['cwd']: os.chdir(given['cwd'])
    os.execve(given['argv'][0], given['argv'], given['env'])
shown, seen = b'', 0
while True:
    if not select.select([terminal], [], [], given['quietMs'] / 1000)[0]:
        # Closes the terminal: every program on it gets SIGHUP.
        os.kill(pid, signal.SIGHUP)
        shown += b'\\n(no output for too long: the terminal was closed)'
        break
    try: chunk = os.read(terminal, 4096)
    except OSError: break
    if not chunk: break
    shown += chunk
    while given['typing']:
        at = shown.find(given['typing'][0]['after'].encode(), seen)
        if at < 0: break
        step = given['typing'].pop(0)
        seen = at + len(step['after'].encode())
        os.write(terminal, base64.b64decode(step['keys']))
os.close(terminal)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
json.dump({'exitCode': status, 'shown': shown.decode(errors='replace')}, sys.stdout)
`;

interface TerminalOptions {
  typing: Typing[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** The terminal is closed when it has shown nothing for this long: by default before the limit of a test ends. */
  quietMs?: number;
}

/** Runs `argv` (its first an absolute path) with a terminal as its stdin, stdout and stderr, until it ends. */
export function runOnTerminal(
  argv: string[],
  { typing, env = {}, cwd, quietMs = 100_000 }: TerminalOptions,
): Promise<TerminalResult> {
  const child = spawn(python, ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const whole = { ...process.env, ...env };
  const defined = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
  const typed = typing.map(({ after, keys }) => ({ after, keys: Buffer.from(keys).toString('base64') }));
  child.stdin.end(JSON.stringify({ argv, typing: typed, env: defined, cwd, quietMs }));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(JSON.parse(text)));
  });
}
