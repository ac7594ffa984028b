type OpenAiPackage = typeof import('openai') & typeof import('openai/streaming');

let loaded: OpenAiPackage | undefined;

/** Loads the OpenAI library for the first question. */
export async function loadOpenAi(): Promise<OpenAiPackage> {
  if (loaded === undefined) {
    const [library, streaming] = await Promise.all([import('openai'), import('openai/streaming')]);
    loaded = { ...library, ...streaming };
  }
  return loaded;
}

/** Returns the library; undefined before the first question, when no error can come from it. */
export function loadedOpenAi(): OpenAiPackage | undefined {
  return loaded;
}
