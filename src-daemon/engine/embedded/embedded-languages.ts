/** The interpreters. TypeScript runs as JavaScript: the child strips its types. */
export type Interpreter = 'python' | 'javascript';

export interface EmbeddedLanguage {
  interpreter: Interpreter;
  /** Version in the pinned package. */
  version: string;
}

/** The languages of this engine. All others need Docker. */
export const embeddedLanguages: Readonly<Record<string, EmbeddedLanguage>> = {
  python: { interpreter: 'python', version: '3.11.3' },
  javascript: { interpreter: 'javascript', version: '2025.9.13' },
  typescript: { interpreter: 'javascript', version: '2025.9.13' },
};

/** Memory limit of a run on this engine: the maximum of a child's WebAssembly memory. */
export const memoryCapMb = 256;
