import { passwordProblem } from '../../../../src-shared/zk/password-bytes.ts';
import type { Editor } from '../editor/editor.ts';
import { CommandFailure, requireAnswer } from '../failure.ts';

const findProblem = (text: string) => {
  const problem = passwordProblem(text);
  return problem && `The master password ${problem}.`;
};

/** Asks for the master password of a stored script. @throws Dismissed */
export async function askPassword(editor: Editor, title: string): Promise<string> {
  return requireAnswer(await editor.askText({ title, prompt: 'Master password', isPassword: true, findProblem }));
}

/** Asks twice for the master password of a script to encrypt. @throws CommandFailure, Dismissed */
export async function askNewPassword(editor: Editor, title: string): Promise<string> {
  const prompt = 'Master password. It is never stored: without it, no one can read the script again';
  const password = requireAnswer(await editor.askText({ title, prompt, isPassword: true, findProblem }));
  const repeated = requireAnswer(
    await editor.askText({ title, prompt: 'Repeat the master password', isPassword: true }),
  );
  if (repeated !== password) throw new CommandFailure('The two passwords differ, so the script was not saved.');
  return password;
}
