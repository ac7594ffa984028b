import { type Child, type ChildMaker, startChild } from './child.ts';
import type { ChildKind } from './child-command.ts';
import type { Interpreter } from './embedded-languages.ts';

/** Children that wait: of one interpreter, with one package layer or with none. */
export interface Spare {
  interpreter: Interpreter;
  layer?: string | undefined;
  count: number;
}

export interface WarmChildren {
  /** A booted child where one waits, else one that is booting. It is the caller's, for one job. */
  take(kind: ChildKind): Child;
  /** Which children wait from now on, and how many of each. */
  setSpares(spares: readonly Spare[]): void;
  /** Ends those that wait and those that run; resolves when nothing of them is left. */
  close(): Promise<void>;
}

/** After so long a wait an interpreter that does not start is tried again; doubled each time, up to a minute. */
const firstRetryMs = 1000;
const lastRetryMs = 60_000;

/** Those of one kind. */
interface Line {
  kind: ChildKind;
  waiting: Child[];
  count: number;
  retryMs: number;
}

/** Children that are booted before there is a job for them. Each is used once; another takes its place. */
export function createWarmChildren(maker: ChildMaker, onFailure: (interpreter: Interpreter) => void): WarmChildren {
  const lines = new Map<string, Line>();
  const alive = new Set<Child>();
  const ready = new WeakSet<Child>();
  let isClosed = false;

  function start(kind: ChildKind): Child {
    const child = startChild(maker, kind);
    alive.add(child);
    void child.gone.then(() => alive.delete(child));
    return child;
  }

  function refill(line: Line): void {
    if (isClosed) return;
    while (line.waiting.length > line.count) line.waiting.pop()?.kill();
    // One at a time: two that boot together are both late.
    if (line.waiting.length >= line.count || line.waiting.some((child) => !ready.has(child))) return;
    const child = start(line.kind);
    line.waiting.push(child);
    void child.gone.then(() => forget(line, child));
    child.booted.then(
      () => {
        ready.add(child);
        line.retryMs = firstRetryMs;
        refill(line);
      },
      () => retryLater(line, child),
    );
  }

  /** A spare that died, booted or not, is not handed out. */
  function forget(line: Line, child: Child): void {
    const index = line.waiting.indexOf(child);
    if (index === -1) return;
    line.waiting.splice(index, 1);
    if (ready.has(child)) refill(line);
  }

  function retryLater(line: Line, child: Child): void {
    forget(line, child);
    if (isClosed || line.count === 0) return;
    onFailure(line.kind.interpreter);
    setTimeout(() => refill(line), line.retryMs).unref();
    line.retryMs = Math.min(line.retryMs * 2, lastRetryMs);
  }

  function take(kind: ChildKind): Child {
    const line = kind.isFresh ? undefined : lines.get(nameOf(kind));
    if (line === undefined) return start(kind);
    const child = line.waiting.shift() ?? start(kind);
    // Behind the job that it was taken for, which is sent in this tick.
    setImmediate(() => refill(line));
    return child;
  }

  function lineOf({ interpreter, layer }: Spare): Line {
    const kind = { interpreter, layer, isFresh: false };
    const line = lines.get(nameOf(kind)) ?? { kind, waiting: [], count: 0, retryMs: firstRetryMs };
    lines.set(nameOf(kind), line);
    return line;
  }

  return {
    take,
    setSpares: (spares) => {
      const wanted = new Map(spares.map((spare) => [lineOf(spare), spare.count]));
      for (const [name, line] of lines) {
        line.count = wanted.get(line) ?? 0;
        refill(line);
        if (!wanted.has(line)) lines.delete(name);
      }
    },
    close: async () => {
      isClosed = true;
      for (const child of alive) child.kill();
      await Promise.all(Array.from(alive, ({ gone }) => gone));
    },
  };
}

function nameOf({ interpreter, layer = '' }: Pick<ChildKind, 'interpreter' | 'layer'>): string {
  return `${interpreter} ${layer}`;
}
