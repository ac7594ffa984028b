import type { CommandId } from './command-id.ts';

/** A button of an error message, which does what the user can do next. */
export type NextStep = { command: CommandId } | { setting: string };

/** A command failed for a reason that the user can act on. The message is safe to show. */
export class CommandFailure extends Error {
  readonly nextSteps: readonly NextStep[];

  constructor(message: string, nextSteps: readonly NextStep[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandFailure';
    this.nextSteps = nextSteps;
  }
}

/** The user closed a question: the command ends without a message. */
export class Dismissed extends Error {
  constructor() {
    super('The user closed the question.');
    this.name = 'Dismissed';
  }
}

/** Returns the answer to a question. @throws Dismissed if there is none */
export function requireAnswer<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Dismissed();
  return answer;
}
