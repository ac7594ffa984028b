type OpenAiPackage = typeof import('openai');

let loaded: OpenAiPackage | undefined;

/** Loads the OpenAI library for the first question. */
export async function loadOpenAi(): Promise<OpenAiPackage> {
  loaded ??= await import('openai');
  return loaded;
}

/** Returns the library; undefined before the first question, when no error can come from it. */
export function loadedOpenAi(): OpenAiPackage | undefined {
  return loaded;
}
