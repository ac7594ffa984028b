/** Why a connection was closed: its client had not read what waited for it, and the account needed the memory. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
  constructor() {
    super('the client has not read for a minute, and its memory was needed');
  }
}
