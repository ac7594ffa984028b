import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { Facet } from '@codemirror/state';

/** Names of environment variables that a run of the code has, such as those of its secrets. */
export const variableNames = Facet.define<readonly string[], readonly string[]>({
  combine: (lists) => [...new Set(lists.flat())],
});

/** Where a name of a variable is expected: `os.environ["`, `os.getenv("`, `process.env.`, `ENV["`, and `$` in Bash. */
const inString =
  /(?:environ\.get\(|environ\[|getenv\(|Getenv\(|env::var\(|process\.env\[|ENV\[|ENV\.fetch\(|\$ENV\{)["']?\w*$/;
const asProperty = /process\.env\.\w*$/;
const inShell = /\$\{?\w*$/;

/** Completes the names of environment variables. */
export function completeVariables(language: string): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const names = context.state.facet(variableNames);
    if (names.length === 0) return null;
    const before =
      context.matchBefore(inString) ??
      context.matchBefore(asProperty) ??
      (language === 'bash' && context.matchBefore(inShell));
    if (!before) return null;
    const typed = context.matchBefore(/\w*/);
    return {
      from: typed?.from ?? context.pos,
      options: names.map((label) => ({ label, detail: 'secret', type: 'variable' })),
      validFor: /^\w*$/,
    };
  };
}
