import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import type { ExecuteResponse, Execution, ResultFile } from '../../src-shared/contracts/executions.contract.ts';
import { describeBlocked, type NetworkOutput } from './network/network-result.ts';
import type { RunOutput } from './run-schemas.ts';
import { shorten } from './shorten.ts';

/** Image types that clients show. SVG is not one of them, because it can contain scripts. */
export const shownImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Returns a run as the answer of a tool: text, structured content, images, and links to other files. */
export function runResult(run: ExecuteResponse | Execution, network: NetworkOutput | undefined): CallToolResult {
  const structuredContent = { ...runOutput(run), ...(network && { network }) };
  const images = run.files.filter(isShownImage);
  const links = run.files.filter((file) => !images.includes(file));
  return {
    content: [
      { type: 'text', text: describeRun(structuredContent) },
      ...images.map(imageOf),
      ...links.map((file) => linkTo(run.id, file)),
    ],
    structuredContent,
  };
}

/** Returns the resource URI of a run's file. */
export function fileUri(id: string, path: string): string {
  return `strongroom://executions/${id}/files/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function runOutput(run: ExecuteResponse | Execution): RunOutput & Record<string, unknown> {
  const [stdout, stderr] = [shorten(run.stdout), shorten(run.stderr)];
  return {
    id: run.id,
    language: run.language,
    status: run.status,
    exitCode: run.exitCode,
    ...(run.signal !== null && { signal: run.signal }),
    stdout,
    stderr,
    stdoutTruncated: run.stdoutTruncated || stdout !== run.stdout,
    stderrTruncated: run.stderrTruncated || stderr !== run.stderr,
    durationMs: run.durationMs,
    ...(run.notices && { notices: run.notices }),
    files: run.files.map(({ path, size, mediaType }) => ({ path, size, mediaType, uri: fileUri(run.id, path) })),
  };
}

function describeRun({
  id,
  status,
  exitCode,
  signal,
  durationMs,
  stdout,
  stderr,
  notices = [],
  network,
}: RunOutput): string {
  const end = exitCode === null ? (signal ?? 'no exit code') : `exit code ${exitCode}`;
  const parts = [`${status} (${end}) in ${Math.round(durationMs)} ms, ${id}`];
  parts.push(...notices);
  if (network !== undefined) parts.push(...describeBlocked(network));
  if (stdout !== '') parts.push(`stdout:\n${stdout}`);
  if (stderr !== '') parts.push(`stderr:\n${stderr}`);
  return parts.join('\n\n');
}

function isShownImage({ mediaType, encoding, content }: ResultFile): boolean {
  return shownImages.has(mediaType) && encoding === 'base64' && content !== undefined;
}

function imageOf({ mediaType, content = '' }: ResultFile): ContentBlock {
  return { type: 'image', data: content, mimeType: mediaType };
}

function linkTo(id: string, { path, mediaType, size }: ResultFile): ContentBlock {
  return { type: 'resource_link', uri: fileUri(id, path), name: path, mimeType: mediaType, size };
}
