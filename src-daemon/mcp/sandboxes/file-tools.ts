import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { decodeBase64 } from '../../../src-shared/formats/base64.ts';
import { invalidField } from '../../errors/repeated-errors.ts';
import { answerTool } from '../agent-call.ts';
import type { AgentDeps, SandboxEntry } from '../agent-services.ts';
import { listResult } from '../content/list-result.ts';
import { readableOutput } from '../content/output-text.ts';
import { shorten } from '../content/shorten.ts';
import { shownImages } from '../runs/file-blocks.ts';
import { enterCall } from './enter-call.ts';
import { FileList, FileOutput, ListFilesInput, ReadFileInput, WriteFileInput, WrittenFile } from './sandbox-schemas.ts';

const maxEntries = 500;
/** Largest file that is read for an agent. */
const readBytes = 4 * 1024 * 1024;

/** Adds the tools for the files of a sandbox. */
export function addSandboxFiles(server: McpServer, deps: AgentDeps): void {
  addListFiles(server, deps);
  addReadFile(server, deps);
  addWriteFile(server, deps);
}

function addListFiles(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'list_files',
    {
      title: 'List files of a sandbox',
      description: 'Lists a folder in the working directory of a sandbox. Links are listed and not followed.',
      inputSchema: ListFilesInput,
      outputSchema: FileList,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ sandboxId: id, path = '', depth = 1 }, call) =>
      answerTool(log, async () => {
        const { actor } = enterCall(call);
        const { entries, isCut } = await services.sandboxes.files.list(actor, { id, path, depth });
        const shown = entries
          .slice(0, maxEntries)
          .map(({ path, type, size, target }) => ({ path, type, size, ...(target !== undefined && { target }) }));
        const truncated = isCut || entries.length > maxEntries;
        return listResult({ entries: shown, truncated }, describeEntries(shown, truncated));
      }),
  );
}

function addReadFile(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'read_file',
    {
      title: 'Read a file of a sandbox',
      description:
        'Returns a text file of a sandbox, or a PNG, JPEG, GIF or WebP file as an image. The middle of a long text is left ' +
        'out; read parts of it with run_command.',
      inputSchema: ReadFileInput,
      outputSchema: FileOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ sandboxId: id, path }, call) =>
      answerTool(log, async () => {
        const { actor } = enterCall(call);
        const { mediaType, content } = await services.sandboxes.files.read(actor, { id, path });
        const { sizeBytes } = content;
        const { bytes, isWhole } = await readBeginning(content.chunks);
        return fileResult({ path, mediaType, sizeBytes }, { bytes, isWhole });
      }),
  );
}

function addWriteFile(server: McpServer, { services, log }: AgentDeps): void {
  server.registerTool(
    'write_file',
    {
      title: 'Write a file of a sandbox',
      description: 'Creates or replaces a file in the working directory of a sandbox, with its folders.',
      inputSchema: WriteFileInput,
      outputSchema: WrittenFile,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ sandboxId: id, path, content, encoding, executable }, call) =>
      answerTool(log, async () => {
        const { actor } = enterCall(call);
        const bytes = encoding === 'base64' ? decodeBase64(content) : Buffer.from(content, 'utf8');
        if (bytes === undefined) throw invalidField('content', 'must be canonical base64 with padding');
        const upload = {
          ...{ chunks: oneChunk(bytes), contentLength: bytes.length },
          ...{ isNew: false, isExecutable: executable },
        };
        const { isNew } = await services.sandboxes.files.write(actor, { id, path }, upload);
        const change = isNew ? 'Created' : 'Replaced';
        return listResult({ path, sizeBytes: bytes.length, isNew }, [`${change} ${path}, ${bytes.length} bytes.`]);
      }),
  );
}

function describeEntries(entries: readonly SandboxEntry[], isCut: boolean): string[] {
  const lines = entries.map(({ path, type, size }) =>
    type === 'file' ? `${path} (${size} bytes)` : `${path} (${type})`,
  );
  if (isCut) lines.push('There are more entries.');
  return lines.length > 0 ? lines : ['The folder is empty.'];
}

interface Beginning {
  bytes: Buffer;
  isWhole: boolean;
}

/** Reads a file up to the limit; leaving the loop ends the iterator. */
async function readBeginning(chunks: AsyncIterable<Uint8Array>): Promise<Beginning> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > readBytes) return { bytes: Buffer.concat(pieces), isWhole: false };
    pieces.push(chunk);
    length += chunk.length;
  }
  return { bytes: Buffer.concat(pieces), isWhole: true };
}

interface FileFacts {
  path: string;
  mediaType: string;
  sizeBytes: number;
}

function fileResult(file: FileFacts, { bytes, isWhole }: Beginning): CallToolResult {
  const summary = `${file.path}: ${file.mediaType}, ${file.sizeBytes} bytes`;
  if (shownImages.has(file.mediaType) && isWhole)
    return {
      content: [
        { type: 'text', text: summary },
        { type: 'image', data: bytes.toString('base64'), mimeType: file.mediaType },
      ],
      structuredContent: { ...file, truncated: false },
    };
  const text = decodeText(bytes, isWhole);
  if (text === undefined) {
    const advice = 'It is not text, or is too large. Read it with a program: run_command or run_cell.';
    return {
      content: [{ type: 'text', text: `${summary}. ${advice}` }],
      structuredContent: { ...file, truncated: true },
    };
  }
  const shown = shorten(text);
  return {
    content: [{ type: 'text', text: `${summary}\n\n${readableOutput(text).text}` }],
    structuredContent: { ...file, text: shown, truncated: !isWhole || shown !== text },
  };
}

/** Undefined if the bytes are not UTF-8. The last character of a part may be incomplete. */
function decodeText(bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
