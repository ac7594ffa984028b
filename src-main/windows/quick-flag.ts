/** Argument of the page's process that gives the preload script's functions for the quick run window. */
export const quickFlag = '--strongroom-quick';
