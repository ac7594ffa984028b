// Progress of `npm start`. Plain JavaScript: the first step runs before the installation.

const steps = /** @type {const} */ (['Packages', 'Build', 'Daemon', 'Sandbox', 'Self-check', 'Window']);

/**
 * Prints the progress of a step: `[2/6] Build: up to date`.
 * @param {(typeof steps)[number]} name
 * @param {string} message
 */
export function printStep(name, message) {
  process.stdout.write(`[${steps.indexOf(name) + 1}/${steps.length}] ${name}: ${message}\n`);
}
