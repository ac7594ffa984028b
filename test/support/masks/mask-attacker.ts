/** Model of a program that prints guesses and reads the sizes and the order of what is passed on. */

/** One step of the sender: text, or a pause that is longer than every time limit. */
export type Step = string | 'pause';
export const pause = 'pause';

/** Sends the steps through a new stream. Returns the sizes that are passed on after each step. */
export type Observe = (steps: readonly Step[]) => readonly number[];

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** Ways to send a guess. In each of them, all letters have the same length. */
const ways: readonly ((guess: string) => Step[])[] = [
  (guess) => [guess],
  (guess) => [guess, pause],
  (guess) => [`${guess}\n`],
  (guess) => [guess, '\n'],
  (guess) => [guess, ' and more'],
  (guess) => [guess, pause, '\n'],
  (guess) => [`x\n${guess}`, 'y\n'],
  (guess) => [`${guess} ${guess}`, pause],
  (guess) => [guess.slice(0, -1), guess.slice(-1)],
  (guess) => [guess.slice(0, -1), pause, guess.slice(-1), pause],
  (guess) => [...guess],
  (guess) => [...guess].flatMap((letter) => [letter, pause]),
  (guess) => [`${'-'.repeat(1000)}${guess}`],
  (guess) => [Buffer.from(guess).toString('base64')],
  (guess) => [Buffer.from(`${guess}abc`).toString('base64'), pause],
  (guess) => [encodeURIComponent(guess), JSON.stringify(guess)],
  (guess) => [guess.split('').reverse().join('')],
  (guess) => ['\r', guess, '\r'],
];

/**
 * Guesses one more letter after each beginning of a value, which the attacker even gets for nothing, in all ways. Returns the
 * number of guesses, and the letters that an observation sets apart from all others.
 */
export function attack(value: string, observe: Observe): { guesses: number; learned: string[] } {
  const learned: string[] = [];
  let guesses = 0;
  // A guess of the last letter is a guess of the whole value.
  for (let known = 0; known < value.length - 1; known++)
    for (const way of ways) {
      const seen = new Map<string, string[]>();
      for (const letter of letters) {
        const observed = observe(way(value.slice(0, known) + letter)).join(' ');
        seen.set(observed, [...(seen.get(observed) ?? []), letter]);
        guesses++;
      }
      const [only] = seen.size > 1 ? [...seen.values()].filter((same) => same.length === 1).flat() : [];
      if (only !== undefined) learned.push(`${known}: ${only}`);
    }
  return { guesses, learned };
}
