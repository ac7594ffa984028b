import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { ExecuteResponse, Execution } from '../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { outputBlock, readableOutput } from '../content/output-text.ts';
import { shorten } from '../content/shorten.ts';
import { describeBlocked, type NetworkOutput } from '../network/network-result.ts';
import { fileUri, outputUri, type RunStream, runStreams } from '../resources/run-uris.ts';
import { fileBlocks } from './file-blocks.ts';
import type { RunOutput } from './run-schemas.ts';

/**
 * Returns a run as the answer of a tool. The structured content is the result. The content is a short text, images and
 * small text files, and links to everything that is longer.
 */
export function runResult(run: ExecuteResponse | Execution, network: NetworkOutput | undefined): CallToolResult {
  const structuredContent = { ...runOutput(run), ...(network && { network }) };
  return {
    content: [
      { type: 'text', text: describeRun(structuredContent) },
      ...runStreams.flatMap((stream) => linkToOutput(run, stream)),
      ...fileBlocks(run.id, run.files),
    ],
    structuredContent,
  };
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
    ...(run.place === 'cluster' && { place: run.place }),
    ...(run.notices && { notices: run.notices }),
    ...(run.packages && { packages: run.packages }),
    ...(run.hints && { hints: run.hints }),
    files: run.files.map(({ path, size, mediaType }) => ({ path, size, mediaType, uri: fileUri(run.id, path) })),
  };
}

function describeRun(run: RunOutput): string {
  const { id, status, exitCode, signal, durationMs, notices = [], packages, hints = [], network } = run;
  const end = exitCode === null ? (signal ?? 'no exit code') : `exit code ${exitCode}`;
  const parts = [`${status} (${end}) in ${Math.round(durationMs)} ms, ${id}`, ...notices.map(visibleLine)];
  parts.push(...packageLines(packages).map(visibleLine));
  parts.push(...hints.map(({ text }) => visibleLine(text)));
  if (network !== undefined) parts.push(...describeBlocked(network));
  for (const stream of runStreams) parts.push(...outputBlock(stream, run[stream]));
  return parts.join('\n\n');
}

/** Returns a line with the packages that a run or a sandbox has for itself; none if there are none. */
export function packageLines(packages: RunOutput['packages'] = []): string[] {
  if (packages.length === 0) return [];
  return [`packages: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`];
}

/** Links to the stored output, if the text of the answer does not have all of it. */
function linkToOutput(run: ExecuteResponse | Execution, stream: RunStream): ContentBlock[] {
  const text = run[stream];
  if (readableOutput(text).isWhole) return [];
  const description = `The stored ${stream} of the run; this answer has only its beginning and end.`;
  const size = Buffer.byteLength(text);
  return [
    { type: 'resource_link', uri: outputUri(run.id, stream), name: stream, description, mimeType: 'text/plain', size },
  ];
}
