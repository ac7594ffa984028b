import { isMaskable, type SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../../src-shared/formats/code-variables.ts';
import { parseDotEnv } from '../../../src-shared/formats/dot-env.ts';

/** One variable of a file, held against the secrets that there are. */
export interface ImportEntry {
  name: string;
  value: string;
  line: number;
  /** `replaces`: there is a secret of this name, whose value would be gone. */
  kind: 'new' | 'replaces';
  isMasked: boolean;
}

export interface ImportPlan {
  entries: ImportEntry[];
  /** What the file has and cannot be taken, or is taken otherwise than it may be meant. */
  problems: { line: number; message: string }[];
}

/** What the import of a `.env` file would do. */
export function planImport(text: string, secrets: readonly SecretMetadata[]): ImportPlan {
  const names = new Set(secrets.map(({ name }) => name));
  const { entries, problems } = parseDotEnv(text);
  const refused = entries.flatMap(({ name, line }) => {
    const problem = names.has(name) ? undefined : codeVariableProblem(name);
    return problem === undefined ? [] : [{ name, line, message: `names ${name}, which ${problem}` }];
  });
  return {
    entries: entries
      .filter(({ name }) => !refused.some((other) => other.name === name))
      .map((entry) => ({
        ...entry,
        kind: names.has(entry.name) ? 'replaces' : 'new',
        isMasked: isMaskable(entry.value),
      })),
    problems: [...problems, ...refused].toSorted((one, other) => one.line - other.line),
  };
}
