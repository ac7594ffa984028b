import type { CallToolResult } from '@modelcontextprotocol/server';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';

/** Maximum number of characters and of lines of a list in the text of an answer. */
const textCharacters = 8000;
const maxLines = 200;

/** Returns structured content as the answer of a tool, with lines for clients that show only text. */
export function listResult(structuredContent: Record<string, unknown>, lines: readonly string[]): CallToolResult {
  return { content: [{ type: 'text', text: joinLines(lines) }], structuredContent };
}

function joinLines(lines: readonly string[]): string {
  const shown: string[] = [];
  let left = textCharacters;
  for (const line of lines.slice(0, maxLines)) {
    const visible = visibleLine(line);
    left -= visible.length;
    if (left < 0) break;
    shown.push(visible);
  }
  const omitted = lines.length - shown.length;
  if (omitted > 0) shown.push(`… and ${omitted} more, in the structured content`);
  return shown.join('\n');
}
