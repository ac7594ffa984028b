/**
 * `npm run style [-- FOLDER]`: prints a STYLE line for each term that has a plainer one, each long file, function or folder,
 * each commit message and each changelog heading that differs from the conventions of CONTRIBUTING.md. It never fails: a
 * wrong word is corrected with the next change. `npm run lint` prints the lines as well.
 */
import { resolve } from 'node:path';
import { findStyleFaults } from './style/find-style-faults.ts';

const [folder = '.'] = process.argv.slice(2);
for (const fault of findStyleFaults(resolve(folder))) console.log(`STYLE ${fault}`);
