/** The sealed part of a label. It is sealed like the code, because a name can be a line of it. */
export interface StoredLabel {
  name?: string | undefined;
  /** Name of the agent, or else of the API key. */
  by?: string | undefined;
}
