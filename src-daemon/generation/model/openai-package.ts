type OpenAiPackage = typeof import('openai');

let loaded: OpenAiPackage | undefined;

/** The library that speaks the protocol, loaded at the first question. */
export async function loadOpenAi(): Promise<OpenAiPackage> {
  loaded ??= await import('openai');
  return loaded;
}

/** Undefined before the first question: then no error can be the library's. */
export function loadedOpenAi(): OpenAiPackage | undefined {
  return loaded;
}
