import { Session } from 'node:inspector';

/** A main thread that waits answers a ping within this time. */
const answerMs = 30;
const attemptMs = 200;
/** The daemon ends a kernel that does not end its cell within 2 s. */
const attemptLimit = 8;

/**
 * Interrupts cells of the main thread from another thread. A main thread that waits receives a message and ends the cell
 * itself. If it does not answer, it runs code, which V8 terminates. V8 must not terminate a thread that waits: that would
 * end the next callback instead, which can be one of the driver. No JavaScript may run in the terminated thread before.
 * @param {object} options
 * @param {import('./progress.mjs').Progress} options.progress
 * @param {(message: object) => void} options.post sends a message to the main thread
 * @param {() => void} options.repeatLost sends operations again that the main thread has not received
 * @param {(cell: number) => void} options.endPrograms ends the programs that a cell waits for
 */
export function createInterrupts({ progress, post, repeatLost, endPrograms }) {
  let lastPing = 0;
  return { interrupt };

  /** @param {number} cell */
  function interrupt(cell) {
    // An earlier interrupt still tries to end the cell.
    if (progress.interruptedCell === cell) return;
    progress.interruptedCell = cell;
    attempt(cell, 1);
  }

  /**
   * @param {number} cell
   * @param {number} number from 1
   */
  function attempt(cell, number) {
    if (progress.finishedCell >= cell || number > attemptLimit) {
      // The main thread completes what an attempt may have ended there.
      repeatLost();
      sendPing(cell);
      return;
    }
    const ping = sendPing(cell);
    setTimeout(() => {
      const isBusy = progress.answeredPing < ping;
      const endAttempt = isBusy ? terminate(cell) : () => {};
      setTimeout(() => {
        endAttempt();
        attempt(cell, number + 1);
      }, attemptMs);
    }, answerMs);
  }

  /** @param {number} cell */
  function sendPing(cell) {
    lastPing += 1;
    post({ operation: 'interrupt', cell, sequence: lastPing });
    return lastPing;
  }

  /**
   * Terminates the code that runs in the main thread. Returns a function that ends the attempt.
   * @param {number} cell
   */
  function terminate(cell) {
    const session = new Session();
    session.connectToMainThread();
    let isAnswered = false;
    session.post('Runtime.terminateExecution', () => {
      isAnswered = true;
      // A program that exits must find no session: Node would wait for its end.
      session.disconnect();
      repeatLost();
    });
    // If the code has ended in the meantime, the callback that is terminated is the one of this message.
    sendPing(cell);
    return () => {
      if (isAnswered) return;
      session.disconnect();
      // The main thread can wait for a program in `execSync`, where no interrupt reaches it.
      endPrograms(cell);
    };
  }
}
