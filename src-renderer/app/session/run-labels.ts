const scriptPrefix = 'vault: ';

/** Label of the runs of a stored script. */
export const runLabelOf = (name: string): string => `${scriptPrefix}${name}`;

/** The stored script of a run by its label; undefined for other runs. */
export function scriptOf({ label }: { label: string | undefined }): string | undefined {
  return label?.startsWith(scriptPrefix) ? label.slice(scriptPrefix.length) : undefined;
}
