import { types } from 'node:util';
import { loaderName } from '../imports.mjs';
import { nameBefore } from './expression.mjs';

const matchLimit = 500;
const prototypeLimit = 32;
const keywords = (
  'async await break case catch class const continue debugger default delete do else export extends false finally for ' +
  'function if import in instanceof let new null of return static super switch this throw true try typeof undefined var ' +
  'void while with yield'
).split(' ');

/**
 * Returns the names that can follow at the cursor: members after a dot, otherwise names of cells, globals and keywords.
 * Properties are listed, not read; the expression before the dot is evaluated only if it has no side effect.
 * @param {ReturnType<typeof import('../evaluate.mjs').createEvaluator>} evaluator
 * @param {string} code
 * @param {number} cursor in UTF-16 units
 */
export function complete(evaluator, code, cursor) {
  const { start, prefix, base } = nameBefore(code, cursor);
  const names = base === undefined ? namesInScope(evaluator) : membersOf(evaluator, base);
  const found = names.filter((name) => name.startsWith(prefix) && isName(name));
  return { matches: distinct(found).slice(0, matchLimit), start, end: start + prefix.length };
}

function namesInScope(evaluator) {
  const globals = namesOf(globalThis).filter((name) => name !== loaderName);
  return [...evaluator.globalNames(), ...globals, ...keywords].sort();
}

function membersOf(evaluator, base) {
  // After the dot of a number follow its decimals.
  if (base === '' || /^\d+$/.test(base)) return [];
  const found = evaluator.evaluatePure(base);
  return found?.value === undefined || found.value === null ? [] : namesOf(Object(found.value));
}

/** Returns the names of an object's properties, its own first, then those of its prototypes. */
function namesOf(object) {
  const names = [];
  let holder = object;
  // A proxy would run code.
  for (let level = 0; holder !== null && level < prototypeLimit && !types.isProxy(holder); level += 1) {
    if (!types.isTypedArray(holder)) names.push(...Object.getOwnPropertyNames(holder).slice(0, 10_000).sort());
    holder = Object.getPrototypeOf(holder);
  }
  return names;
}

/** A cell can have declared `Set`. */
function distinct(names) {
  return Object.keys(Object.fromEntries(names.map((name) => [name, true])));
}

function isName(name) {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,200}$/u.test(name);
}
