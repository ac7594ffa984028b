interface TreeMoves {
  /** Position of the row that the keys act on. */
  index: number;
  rowCount: number;
  pageRows: number;
  /** Called with the new position, which can lie beyond the ends of the tree. */
  goTo(index: number): void;
}

/** Returns the keys that move through the visible rows of a tree (ARIA Authoring Practices, "Tree View"). */
export function treeMoves({ index, rowCount, pageRows, goTo }: TreeMoves): Readonly<Record<string, () => void>> {
  return {
    ArrowDown: () => goTo(index + 1),
    ArrowUp: () => goTo(index - 1),
    PageDown: () => goTo(index + pageRows),
    PageUp: () => goTo(index - pageRows),
    Home: () => goTo(0),
    End: () => goTo(rowCount - 1),
  };
}
