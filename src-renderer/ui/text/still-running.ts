/** Returns why nothing is started, as sentences. */
export const stillRunning = (what: string): string => `${what} is running. Wait until it ends, or cancel it first.`;
