/** Finds the installed packages that the programs of a language get. */
export type FindPackages = (
  accountId: number,
  language: string,
) => {
  /** Id of the layer in the engine. */
  layer?: string;
  count: number;
  /** Message for users if the current list is not installed. */
  notice?: string;
};
