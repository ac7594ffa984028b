import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { ProcessResult } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { outputBlock } from '../content/output-text.ts';
import { createShortener } from '../content/shorten.ts';
import { describeBlocked, type NetworkOutput } from '../network/network-result.ts';
import { shownImages } from '../runs/file-blocks.ts';
import type { CellOutput, CommandOutput } from './sandbox-schemas.ts';

/** Number of outputs and images of a cell that a model gets. */
const maxOutputs = 50;
const maxImages = 8;
/** Base64 of all images of an answer: 3 MiB. */
const maxImageCharacters = 4 * 1024 * 1024;
/** Number of outputs in the text of the answer. */
const maxOutputsInText = 5;

type ImageBlock = Extract<ContentBlock, { type: 'image' }>;

/** Returns a cell as the answer of a tool: text, structured content, and images. */
export function cellResult(cell: CellResult, network?: NetworkOutput): CallToolResult {
  const structuredContent = { ...cellOutput(cell), ...(network && { network }) };
  const images = shownImagesOf(cell);
  return { content: [{ type: 'text', text: describeCell(structuredContent) }, ...images], structuredContent };
}

function cellOutput(cell: CellResult): CellOutput & Record<string, unknown> {
  const { status, contextEnded, executionCount, exitCode, signal, durationMs, error } = cell;
  const shortenPart = createShortener();
  const shortError = error && {
    ...{ name: error.name, message: shortenPart(error.message), traceback: shortenPart(error.traceback) },
  };
  const [stdout, stderr] = [shortenPart(cell.stdout), shortenPart(cell.stderr)];
  const outputs = cell.outputs.slice(0, maxOutputs).map(({ kind, data }) => {
    const text = shownText(data);
    const short = shortenPart(text);
    return { kind, mediaTypes: Object.keys(data), text: short, isCut: short !== text };
  });
  const isCut =
    [stdout !== cell.stdout, stderr !== cell.stderr].includes(true) ||
    outputs.some((output) => output.isCut) ||
    cell.outputs.length > maxOutputs ||
    shownImagesOf(cell).length < imagesOf(cell).length;
  return {
    ...{ status, contextEnded, executionCount, stdout, stderr, durationMs },
    outputs: outputs.map(({ isCut: _, ...output }) => output),
    ...(shortError && { error: shortError }),
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    truncated: cell.truncated || isCut,
    ...(cell.hints && { hints: cell.hints }),
  };
}

/** Returns the first images, up to a number and a size of all together. */
function shownImagesOf(cell: CellResult): ImageBlock[] {
  let left = maxImageCharacters;
  return imagesOf(cell)
    .slice(0, maxImages)
    .filter(({ data }) => {
      left -= data.length;
      return left >= 0;
    });
}

/** A model reads the text that says most: `text/plain`, unless the output has none. */
function shownText(data: CellResult['outputs'][number]['data']): string {
  const types = ['text/plain', 'text/markdown', 'text/latex', 'application/json', 'text/html'];
  return data[types.find((type) => data[type] !== undefined) ?? ''] ?? '';
}

/** SVG is not one of the images, because it can contain scripts. */
function imagesOf({ outputs }: CellResult): ImageBlock[] {
  return outputs.flatMap(({ data }) =>
    Object.entries(data)
      .filter(([mimeType]) => shownImages.has(mimeType))
      .map(([mimeType, content]) => ({ type: 'image' as const, data: content, mimeType })),
  );
}

function describeCell(cell: CellOutput): string {
  const { status, contextEnded, executionCount, durationMs, stdout, stderr, outputs, error, network } = cell;
  const { hints = [] } = cell;
  const parts = [`${status} in ${durationMs} ms, cell ${executionCount}`];
  if (contextEnded)
    parts.push(`The interpreter ended${describeExit(cell)}: its variables are lost, and files are kept.`);
  if (network !== undefined) parts.push(...describeBlocked(network));
  parts.push(...hints.map(({ text }) => visibleLine(text)));
  parts.push(...outputBlock('stdout', stdout), ...outputBlock('stderr', stderr));
  for (const { kind, mediaTypes, text } of outputs.slice(0, maxOutputsInText))
    parts.push(...outputBlock(kind, text || `[${mediaTypes.join(', ')}]`));
  const omitted = outputs.length - maxOutputsInText;
  if (omitted > 0) parts.push(`${omitted} more outputs are in the structured content.`);
  if (error !== undefined) parts.push(...outputBlock('error', error.traceback || `${error.name}: ${error.message}`));
  return parts.join('\n\n');
}

function describeExit({ exitCode, signal }: CellOutput): string {
  if (signal !== undefined) return ` by ${signal}`;
  return exitCode === undefined ? '' : ` with exit code ${exitCode}`;
}

/** Returns an ended process as the answer of a tool. */
export function commandResult(ended: ProcessResult, network?: NetworkOutput): CallToolResult {
  const shortenPart = createShortener();
  const [stdout, stderr] = [shortenPart(ended.stdout), shortenPart(ended.stderr)];
  const { pid, status, exitCode, signal, durationMs } = ended;
  return answer({
    ...{ pid, status, exitCode, stdout, stderr, durationMs },
    ...(signal !== null && { signal }),
    stdoutTruncated: ended.stdoutTruncated || stdout !== ended.stdout,
    stderrTruncated: ended.stderrTruncated || stderr !== ended.stderr,
    ...(ended.hints && { hints: ended.hints }),
    ...(network && { network }),
  });
}

/** Returns a process that runs in the background as the answer of a tool. */
export function startedResult({ pid }: { pid: number }): CallToolResult {
  const none = { exitCode: null, stdout: '', stderr: '', stdoutTruncated: false, stderrTruncated: false };
  return answer({ pid, status: 'running', ...none, durationMs: 0 });
}

function answer(output: CommandOutput & Record<string, unknown>): CallToolResult {
  const { pid, status, exitCode, signal, durationMs, stdout, stderr, hints = [], network } = output;
  const end = exitCode === null ? (signal ?? `pid ${pid}`) : `exit code ${exitCode}`;
  const parts = [status === 'running' ? `running, ${end}` : `${status} (${end}) in ${durationMs} ms`];
  parts.push(...hints.map(({ text }) => visibleLine(text)));
  if (network !== undefined) parts.push(...describeBlocked(network));
  parts.push(...outputBlock('stdout', stdout), ...outputBlock('stderr', stderr));
  return { content: [{ type: 'text', text: parts.join('\n\n') }], structuredContent: output };
}
