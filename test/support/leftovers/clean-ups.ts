/**
 * Clean-ups of support modules after a test or after a file. Files that share a process load such a module once, so that a
 * hook of the module would belong to the first file alone. own-folder.ts runs these functions for every file.
 */
type CleanUp = () => unknown;

const afterTest = new Set<CleanUp>();
const afterFile = new Set<CleanUp>();

/** Calls a function after each test. */
export function cleanUpAfterTest(cleanUp: CleanUp): void {
  afterTest.add(cleanUp);
}

/** Calls a function after the last test of each file. */
export function cleanUpAfterFile(cleanUp: CleanUp): void {
  afterFile.add(cleanUp);
}

export async function runCleanUps(when: 'test' | 'file'): Promise<void> {
  for (const cleanUp of when === 'test' ? afterTest : afterFile) await cleanUp();
}
