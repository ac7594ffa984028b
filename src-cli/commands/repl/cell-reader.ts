import { isBashOpen } from './scan-bash.ts';
import { scanCode } from './scan-code.ts';

/**
 * Collects lines until they are a complete cell. A block of Python continues to an empty line. Two empty lines always end
 * a cell, even if it does not look complete.
 * @param language id of the language; each line of an unknown language is a cell
 */
export function createCellReader(language: string) {
  let lines: string[] = [];
  return {
    /** Returns the cell if this line completes it. */
    push(line: string): string | undefined {
      lines.push(line);
      const code = lines.join('\n');
      const isEnded = lines.length > 2 && lines.slice(-2).every((one) => one.trim() === '');
      if (!isEnded && needsMore(language, code)) return undefined;
      lines = [];
      return code;
    },
    /** The lines before the one that is being typed, each with its newline. */
    pending: () => lines.map((line) => `${line}\n`).join(''),
    reset(): void {
      lines = [];
    },
  };
}

function needsMore(language: string, code: string): boolean {
  if (code.trim() === '') return false;
  if (language === 'bash') return isBashOpen(code);
  if (language === 'python') return needsMorePython(code);
  if (language !== 'javascript' && language !== 'typescript') return false;
  const { isOpen, lastCode } = scanCode(code, 'javascript');
  return isOpen || /[=,?:.]$|=>$|&&$|\|\|$/.test(lastCode);
}

function needsMorePython(code: string): boolean {
  const { isOpen, hasColonAtLineEnd } = scanCode(code, 'python');
  if (isOpen || code.endsWith('\\')) return true;
  const isBlock = hasColonAtLineEnd || code.startsWith('@');
  return isBlock && !/\n[ \t]*$/.test(code);
}
