import type { z } from 'zod';
import type {
  CellRequest,
  CellResult,
  Context,
  ContextRequest,
  completeCode,
  inspectCode,
} from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { Actor } from '../../core/actor.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { AppError } from '../../errors/app-error.ts';
import { resumeGraceMs } from '../../work/current-work.ts';
import type { HintDeps } from '../../work/hints/failed-run.ts';
import type { Entered, OwnSandboxAccess } from '../access.ts';
import { requireFolder } from '../life/require-folder.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import type { RecordSandboxCode } from '../record-code.ts';
import { hintsInSandbox } from '../sandbox-hints.ts';
import { type Cell, type CellOptions, cellBytes, createCell } from './cell.ts';
import type { KernelContext } from './context.ts';
import { type ContextList, createContextList, newCellId, newContextId } from './context-list.ts';
import type { FinalMessage, KernelEndedError } from './kernel-session.ts';
import { asKernelError, askKernel, cellOperation, refuseCell } from './operations.ts';
import { createRichOutput } from './rich-output.ts';

interface ContextsDeps extends HintDeps {
  access: OwnSandboxAccess;
  recordCode: RecordSandboxCode;
  now: () => number;
}

interface CellRun {
  request: CellRequest;
  signal: AbortSignal;
}

export type ContextsService = ReturnType<typeof createContextsService>;

/** The contexts of sandboxes: kernels whose variables stay from one cell to the next. */
export function createContextsService(deps: ContextsDeps) {
  const { access } = deps;
  const lists = new WeakMap<ActiveSandbox, ContextList>();

  return {
    /** Resolves when the kernel has booted. */
    createContext: (actor: Actor, id: string, request: ContextRequest): Promise<Context> =>
      use(actor, id, async ({ sandbox, live }) => {
        await requireFolder(live, request.cwd ?? '');
        const context = listOf(sandbox).create(newContextId(), request);
        await context.ready();
        return context.view();
      }),

    listContexts: (actor: Actor, id: string): Context[] =>
      listOf(access.enter(actor, id, { countsAsUse: false }).sandbox).list(),

    /** Runs a cell and resolves when it has ended. It is interrupted when `signal` aborts. */
    async runCell(actor: Actor, key: ContextKey, { request, signal }: CellRun): Promise<CellResult> {
      const { cell, cells } = start(actor, key, request);
      cell.attach(signal, 0);
      try {
        return await cell.result();
      } finally {
        cells.forget(cell.id);
      }
    },

    /** Runs a cell and streams its events. It is interrupted a minute after the last client has left. */
    streamCell(actor: Actor, key: ContextKey, { request, signal }: CellRun): AsyncIterable<StreamEvent> {
      const { cell } = start(actor, key, request);
      cell.attach(signal, resumeGraceMs);
      return cell.follow(0);
    },

    /** Streams the events of a cell after `lastEventId`. */
    followCell(actor: Actor, { id, cid, cell: cellId }: CellKey, { lastEventId, signal }: Following) {
      const { sandbox } = access.enter(actor, id, { countsAsUse: false });
      const cell = listOf(sandbox).cells.find(actor.accountId, cellId);
      if (cell === undefined || cell.contextId !== cid) throw cellNotFound();
      cell.attach(signal, resumeGraceMs);
      return cell.follow(lastEventId);
    },

    ...createKernelControl({ use, listOf }),
    ...createKernelQuestions({ use, listOf }),
  };

  /** Adds a cell to the queue of its context. The use of the sandbox ends with the cell. */
  function start(actor: Actor, { id, cid }: ContextKey, request: CellRequest) {
    const entered = access.enter(actor, id);
    const { sandbox, asApiError } = entered;
    try {
      // Refused here, because a cell that runs can only lose output.
      sandbox.memory.require(cellBytes);
      const { cells, ended, require: requireContext } = listOf(sandbox);
      const credentialId = actor.credential.id;
      let context: KernelContext | undefined;
      const hintsOf: CellOptions['hintsOf'] = (end) =>
        hintsInSandbox(
          deps,
          { actor, sandbox, language: context?.language ?? sandbox.language, code: request.code, hasInput: true },
          end,
        );
      const cell: Cell = createCell({ id: newCellId(), contextId: cid, sandbox, credentialId, request, hintsOf });
      const end = ended.take(cid);
      if (end === undefined) {
        const { accountId, client, credential } = actor;
        const author = { accountId, client, credential };
        context = requireContext(cid);
        const onEndReported = (cause: KernelEndedError) => ended.forget(cid, cause);
        const parts = { cell, context, sandbox, author, recordCode: deps.recordCode, onEndReported, asApiError };
        context.add(cellOperation(parts));
      } else {
        cell.begin(end.executionCount);
        refuseCell(cell, end);
      }
      cells.add(cell);
      void cell.ended.then(entered.leave);
      return { cell, cells };
    } catch (error) {
      entered.leave();
      throw asKernelError(asApiError, error);
    }
  }

  async function use<Result>(actor: Actor, id: string, work: (entered: Entered) => Promise<Result>): Promise<Result> {
    return await access.use(actor, id, async (entered) => {
      try {
        return await work(entered);
      } catch (error) {
        throw asKernelError(entered.asApiError, error);
      }
    });
  }

  function listOf(sandbox: ActiveSandbox): ContextList {
    const list = lists.get(sandbox) ?? createContextList(sandbox, deps.now);
    lists.set(sandbox, list);
    return list;
  }
}

interface CellKey extends ContextKey {
  cell: string;
}

interface Following {
  lastEventId: number;
  signal: AbortSignal;
}

function cellNotFound(): AppError {
  return new AppError(
    'cell_not_found',
    'The context has no such cell, or it ended more than a minute ago. Results of older cells are not stored.',
  );
}

/** A context of a sandbox. */
interface ContextKey {
  id: string;
  cid: string;
}

interface KernelAccess {
  /** Does a short operation in a running sandbox, and maps its errors to errors of the API. */
  use: <Result>(actor: Actor, id: string, work: (entered: Entered) => Promise<Result>) => Promise<Result>;
  listOf: (sandbox: ActiveSandbox) => ContextList;
}

/** The end, the interrupt and the restart of a context. */
function createKernelControl({ use, listOf }: KernelAccess) {
  return {
    deleteContext: (actor: Actor, { id, cid }: ContextKey): Promise<void> =>
      use(actor, id, async ({ sandbox }) => {
        const list = listOf(sandbox);
        const hadEnded = list.ended.take(cid) !== undefined;
        if (!hadEnded || list.has(cid)) list.requireExisting(cid).close();
      }),

    interruptContext: (actor: Actor, { id, cid }: ContextKey): Promise<void> =>
      use(actor, id, async ({ sandbox }) => listOf(sandbox).requireExisting(cid).interrupt()),

    restartContext: (actor: Actor, { id, cid }: ContextKey): Promise<Context> =>
      use(actor, id, async ({ sandbox }) => {
        const list = listOf(sandbox);
        const end = list.ended.take(cid);
        const isNew = end !== undefined && !list.has(cid);
        const context = isNew ? list.create(cid, end.request) : list.requireExisting(cid);
        await (isNew ? context.ready() : context.restart());
        return context.view();
      }),
  };
}

interface Cursor {
  code: string;
  cursor: number;
  signal: AbortSignal;
}

type Completion = z.input<(typeof completeCode.replies)[200]>;
type Inspection = z.input<(typeof inspectCode.replies)[200]>;

/** Completion and inspection of code in a live context. */
function createKernelQuestions({ use, listOf }: KernelAccess) {
  return {
    completeCode: (actor: Actor, key: ContextKey, cursor: Cursor): Promise<Completion> =>
      use(actor, key.id, async ({ sandbox }) => {
        const answer = await ask('complete', { sandbox, context: listOf(sandbox).require(key.cid), cursor });
        if (answer.type !== 'complete') return { matches: [], start: cursor.cursor, end: cursor.cursor };
        const rich = createRichOutput(sandbox, sandboxLimits.richOutputBytes);
        const matches = await Promise.all(answer.matches.map((match) => rich.text(match, 1000)));
        return { matches, ...rangeIn(cursor.code, answer) };
      }),

    inspectCode: (actor: Actor, key: ContextKey, cursor: Cursor): Promise<Inspection> =>
      use(actor, key.id, async ({ sandbox }) => {
        const answer = await ask('inspect', { sandbox, context: listOf(sandbox).require(key.cid), cursor });
        if (answer.type !== 'inspect' || !answer.found) return { found: false };
        const rich = createRichOutput(sandbox, sandboxLimits.richOutputBytes);
        const parts = await rich.parts({ data: answer.data ?? {} });
        return { found: true, ...(parts && { data: parts.data }) };
      }),
  };
}

interface Asked {
  sandbox: ActiveSandbox;
  context: KernelContext;
  cursor: Cursor;
}

function ask(name: 'complete' | 'inspect', { sandbox, context, cursor }: Asked): Promise<FinalMessage> {
  const { code, cursor: given, signal } = cursor;
  const at = Math.min(given, code.length);
  const payload = context.language === 'bash' ? code.slice(0, at) : JSON.stringify({ code, cursor: at });
  return askKernel({ name, payload, sandbox, context, signal });
}

/** Returns the range that a match replaces, within the code: the kernel is not trusted. */
function rangeIn({ length }: string, { start, end }: { start: number; end: number }) {
  const last = Math.min(end, length);
  return { start: Math.min(start, last), end: last };
}
