import { types } from 'node:util';
import { describeValue } from '../media.mjs';
import { expressionAt } from './expression.mjs';

const previewLimit = 4000;
const signatureLimit = 500;

/**
 * Describes the value of the name at the cursor: its type, the signature of a function or a preview.
 * @param {ReturnType<typeof import('../evaluate.mjs').createEvaluator>} evaluator
 * @param {string} code
 * @param {number} cursor in UTF-16 units
 */
export function inspectName(evaluator, code, cursor) {
  const expression = expressionAt(code, cursor);
  const found = expression === '' ? undefined : evaluator.evaluatePure(expression);
  if (found === undefined) return { found: false };
  const { value } = found;
  const text = typeof value === 'function' ? describeFunction(value) : preview(value);
  return { found: true, data: { 'text/plain': `${expression}: ${typeName(value)}\n${text}` } };
}

function typeName(value) {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  if (types.isProxy(value)) return 'Proxy';
  try {
    // A getter of this name would run code.
    const maker = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(value), 'constructor')?.value;
    const name = Object.getOwnPropertyDescriptor(maker, 'name')?.value;
    return typeof name === 'string' && name !== '' ? name : 'object';
  } catch {
    return 'object';
  }
}

/** Returns the first line of a function, without the start of its body. */
function describeFunction(value) {
  if (types.isProxy(value)) return 'Proxy of a function';
  const [line] = Function.prototype.toString.call(value).slice(0, signatureLimit).split('\n', 1);
  return line.replace(/\s?\{$/, '');
}

function preview(value) {
  const text = describeValue(value, { depth: 1, maxArrayLength: 20, maxStringLength: 1000, customInspect: false });
  return text.length <= previewLimit ? text : `${text.slice(0, previewLimit)}…`;
}
