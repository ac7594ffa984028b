/** Returns true if the resource was removed or no longer exists (404), false if it is in use or being removed (409). */
export async function removed(removal: Promise<unknown>): Promise<boolean> {
  try {
    await removal;
    return true;
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 404) return true;
    if (statusCode === 409) return false;
    throw error;
  }
}
