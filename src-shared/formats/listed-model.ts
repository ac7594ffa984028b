/** Returns true if the list of an endpoint has a model. Servers add `models/` or `:latest` to the name, and accept it without. */
export function isListedModel(model: string, listed: readonly string[]): boolean {
  return [model, `models/${model}`, `${model}:latest`].some((name) => listed.includes(name));
}
