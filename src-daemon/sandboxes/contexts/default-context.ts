/** Id of the context that its first use creates. */
export const defaultContext = 'default';
