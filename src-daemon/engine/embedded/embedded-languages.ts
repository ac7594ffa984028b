/** What boots: TypeScript is JavaScript whose types the child takes away. */
export type Interpreter = 'python' | 'javascript';

export interface EmbeddedLanguage {
  interpreter: Interpreter;
  /** As the pinned packages have it. */
  version: string;
}

/** The languages of the table that this engine has; every other needs Docker. */
export const embeddedLanguages: Readonly<Record<string, EmbeddedLanguage>> = {
  python: { interpreter: 'python', version: '3.11.3' },
  javascript: { interpreter: 'javascript', version: '2025.9.13' },
  typescript: { interpreter: 'javascript', version: '2025.9.13' },
};

/** The most that a run may ask for here: what one WebAssembly memory of a child may grow to. */
export const memoryCapMb = 256;
