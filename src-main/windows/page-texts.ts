import type { DaemonState } from '../daemon/daemon-state.ts';
import { type Problem, type ProblemCode, problemTitles } from '../daemon/problem.ts';
import type { PageAction, PageState } from './page-state.ts';

/** Actions for each problem. Opening the log and quitting are always available. */
const actionsOf: Record<ProblemCode, readonly PageAction[]> = {
  newer_daemon: ['retry', 'quit'],
  older_daemon: ['replace', 'retry', 'quit'],
  exposed_run_file: ['retry', 'open-log', 'quit'],
  already_running: ['retry', 'open-log', 'quit'],
  port_taken: ['retry', 'open-log', 'quit'],
  crash_loop: ['retry', 'open-log', 'quit'],
  not_built: ['retry', 'quit'],
  refused: ['retry', 'open-log', 'quit'],
};

/** Returns the shell's own page for a state of the daemon. */
export function pageOf(state: DaemonState, log: { path: string; lines: string }): PageState {
  if (state.kind === 'failed') return problemPage(state.problem, log);
  if (state.kind === 'pausing')
    return working('Strongroom stopped', `It is started again in ${Math.ceil(state.delayMs / 1000)} s.`);
  if (state.kind === 'running') return working('Opening the interface', '');
  return working('Starting Strongroom', 'This takes a few seconds.');
}

function problemPage({ code, message }: Problem, log: { path: string; lines: string }): PageState {
  const shown = message.trim() === '' ? 'It gave no reason.' : firstLines(message);
  return {
    kind: 'problem',
    title: problemTitles[code],
    message: shown,
    ...(log.lines !== '' && log.lines !== shown && { log }),
    actions: actionsOf[code],
  };
}

/** Returns the page that replaces an interface that crashed or could not be loaded. */
export function lostPage(message: string): PageState {
  return { kind: 'problem', title: 'The window lost its page', message, actions: ['retry', 'quit'] };
}

function working(title: string, message: string): PageState {
  return { kind: 'working', title, message, actions: [] };
}

/** Returns the first lines of a message, which may be a stack trace. The log below shows all of it. */
function firstLines(message: string): string {
  return message.trim().split('\n').slice(0, 3).join(' ').slice(0, 600);
}
