/** Bounds of a table that is read from a file of a program. */
export const tableLimits = {
  rows: 200_000,
  columns: 500,
  /** Rows times columns. */
  cells: 3_000_000,
  bytes: 32 * 1024 * 1024,
  /** Characters of a cell that are shown in its row. The copied cell is whole. */
  shownCharacters: 300,
  /** Characters of the selected cell that are shown below the table. */
  readCharacters: 20_000,
  /** Characters that can be copied at once. */
  copiedCharacters: 16 * 1024 * 1024,
} as const;

export type TableLimits = Readonly<Record<keyof typeof tableLimits, number>>;
