import { isMaskable, type SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../../src-shared/formats/code-variables.ts';
import { parseDotEnv } from '../../../src-shared/formats/dot-env/dot-env.ts';

/** One variable of a file, compared with the existing secrets. */
export interface ImportEntry {
  name: string;
  value: string;
  line: number;
  /** `replaces`: a secret with this name exists, and its value would be lost. */
  kind: 'new' | 'replaces';
  isMasked: boolean;
  /** A word that programs print often: as a secret it would be masked in every output. */
  isCommonWord: boolean;
  /** The value may not be the intended one: other programs read the line differently. */
  isDoubtful: boolean;
}

export interface ImportPlan {
  entries: ImportEntry[];
  /** Lines that cannot be imported, or may have another meaning than intended. */
  problems: { line: number; message: string }[];
}

/** Returns true for a variable that is selected at first: a new one, whose value is clear and no common word. */
export function isSelectedAtFirst({ kind, isCommonWord, isDoubtful }: ImportEntry): boolean {
  return kind === 'new' && !isCommonWord && !isDoubtful;
}

/** Returns what the import of a `.env` file would do. */
export function planImport(text: string, secrets: readonly SecretMetadata[]): ImportPlan {
  const names = new Set(secrets.map(({ name }) => name));
  const { entries, problems } = parseDotEnv(text);
  const doubtful = new Set(problems.filter(({ isDoubtful }) => isDoubtful).map(({ line }) => line));
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
        isCommonWord: entry.isCommonWord ?? false,
        isDoubtful: doubtful.has(entry.line),
      })),
    problems: [...problems, ...refused].toSorted((one, other) => one.line - other.line),
  };
}
