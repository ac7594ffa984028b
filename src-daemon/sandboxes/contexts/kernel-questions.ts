import type { z } from 'zod';
import type { completeCode, inspectCode } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { Actor } from '../../core/actor.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import type { KernelContext } from './context.ts';
import type { ContextKey, KernelAccess } from './kernel-control.ts';
import type { FinalMessage } from './kernel-session.ts';
import { askKernel } from './operations.ts';
import { createRichOutput } from './rich-output.ts';

interface Cursor {
  code: string;
  cursor: number;
  signal: AbortSignal;
}

type Completion = z.input<(typeof completeCode.replies)[200]>;
type Inspection = z.input<(typeof inspectCode.replies)[200]>;

/** Completion and inspection of code in a live context. */
export function createKernelQuestions({ use, listOf }: KernelAccess) {
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
