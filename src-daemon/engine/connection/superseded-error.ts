/** The connection of a run was replaced, for example by one with a new image, before the program started: retry. */
export class SupersededError extends Error {
  constructor() {
    super('the connection that a sandbox was requested from has been replaced');
    this.name = 'SupersededError';
  }
}
