/** Whether the engine has removed what it was asked to; what is gone is. False for what is in use, or is just going. */
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
