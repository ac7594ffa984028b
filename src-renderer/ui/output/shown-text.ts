import type { OutputLog } from './output-log.ts';
import { textOfRow } from './row-text.ts';

/** The mark of a line that was sent to the program. */
export const inputMark = '› ';

/** Returns the shown output as a text file has it: without colours and controls, with lines as the program wrote them. */
export function shownText(log: OutputLog): string {
  const rows = log.rows();
  return rows
    .map((row, index) => {
      const mark = row.stream === 'input' ? inputMark : '';
      return `${mark}${textOfRow(row)}${rows[index + 1]?.continued ? '' : '\n'}`;
    })
    .join('');
}
