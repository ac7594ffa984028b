import { type ParserOptions, parse } from '@babel/parser';
import { maxProblems, type SyntaxProblem } from './syntax-problem.ts';

interface BabelError {
  message: string;
  pos: number;
}

/** Options for the syntax that Node accepts at the top of a program, as a module or as a script. */
const program: ParserOptions = {
  errorRecovery: true,
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowNewTargetOutsideFunction: true,
};

/** Finds the syntax errors of JavaScript or TypeScript. Code that is valid as a module or as a script has none. */
export function checkJavaScript(code: string, language: string): SyntaxProblem[] {
  const isTypeScript = language === 'typescript';
  const asModule = errorsOf(code, 'module', isTypeScript);
  const errors = asModule.length > 0 && errorsOf(code, 'script', isTypeScript).length === 0 ? [] : asModule;
  return errors.slice(0, maxProblems).map(({ message, pos }) => problemAt(code, message, pos));
}

function errorsOf(code: string, sourceType: 'module' | 'script', isTypeScript: boolean): BabelError[] {
  const plugins: ParserOptions['plugins'] = [
    'explicitResourceManagement',
    ...(isTypeScript ? (['typescript', 'decorators-legacy', 'decoratorAutoAccessors'] as const) : []),
  ];
  try {
    const { errors } = parse(code, { ...program, sourceType, plugins, allowUndeclaredExports: isTypeScript });
    return (errors ?? []) as unknown as BabelError[];
  } catch (error) {
    if (error instanceof SyntaxError && 'pos' in error) return [error as unknown as BabelError];
    throw error;
  }
}

function problemAt(code: string, message: string, pos: number): SyntaxProblem {
  const word = /^[\p{L}\p{N}_$]{1,80}/u.exec(code.slice(pos, pos + 80))?.[0] ?? code.slice(pos, pos + 1);
  const isAtEnd = code.slice(pos).trim() === '';
  // Babel adds the line and the column, which the mark shows.
  const text = message.replace(/ \(\d+:\d+\)$/, '');
  return { from: pos, to: isAtEnd ? pos : pos + word.length, message: text, isAtEnd };
}
