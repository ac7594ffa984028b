/** Files whose events follow each other within this time were opened together. */
const togetherMs = 100;
const maxFiles = 1000;

/** Collects the files that the system opens one by one, and opens them together. */
export function createFileBatch(open: (paths: readonly string[]) => void) {
  let paths: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    const collected = paths;
    timer = undefined;
    paths = [];
    open(collected);
  }

  return {
    add: (path: string): void => {
      if (paths.length >= maxFiles) return;
      paths = [...paths, path];
      if (timer === undefined) timer = setTimeout(flush, togetherMs);
    },
  };
}
