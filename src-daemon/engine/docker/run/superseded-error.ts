/** What a sandbox was wanted from has been replaced, by a new image say, before the program began: try the next. */
export class SupersededError extends Error {
  constructor() {
    super('the connection that a sandbox was wanted from has been replaced');
    this.name = 'SupersededError';
  }
}
