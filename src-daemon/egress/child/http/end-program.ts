import type { Duplex } from 'node:stream';

/** Time in which a program can read its last response and close the connection. */
const lingerMs = 10_000;
/** Time for the last bytes to a program that has closed its side, which reads nothing more as a rule. */
const endedMs = 100;

/**
 * Ends the connection of a program after the last bytes. The program closes its side when it has read them: to destroy the
 * connection as soon as all is written would drop what the relay has not handed over yet.
 */
export function endProgram(program: Duplex, last: string = ''): void {
  if (program.writableEnded) return;
  program.end(last);
  destroyAfter(program, lingerMs);
}

/**
 * Destroys a connection whose program has closed its side. Node's server ends it then, but the end of TLS within another
 * stream does not finish if the other side has ended first.
 */
export function destroyEnded(program: Duplex): void {
  destroyAfter(program, endedMs);
}

function destroyAfter(program: Duplex, delayMs: number): void {
  const timer = setTimeout(() => program.destroy(), delayMs);
  program.once('close', () => clearTimeout(timer));
}
