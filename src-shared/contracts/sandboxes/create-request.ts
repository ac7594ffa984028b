import { z } from 'zod';
import { text, utf8Length } from '../../fields.ts';
import { RunOptions } from '../execute-request.ts';
import { sandboxLimits } from './sandbox-limits.ts';

const { memoryMb, diskMb, memoryAboveDiskMb, idleTimeoutMs, lifetimeMs } = sandboxLimits;

const metadataText = (characters: number) => text().max(characters);
const Metadata = z
  .record(metadataText(64).min(1), metadataText(1000))
  .refine((metadata) => Object.keys(metadata).length <= sandboxLimits.metadataEntries, {
    error: `must have at most ${sandboxLimits.metadataEntries} entries`,
  })
  .refine((metadata) => utf8Length(JSON.stringify(metadata)) <= sandboxLimits.metadataBytes, {
    error: `must be at most ${sandboxLimits.metadataBytes} bytes as JSON`,
  })
  .meta({
    description: 'Texts of the client, returned unchanged. They are not secret: every reader of the sandbox sees them.',
  });

export const IdleTimeout = z.int().min(idleTimeoutMs.min).max(idleTimeoutMs.max);
export const Lifetime = z.int().min(lifetimeMs.min).max(lifetimeMs.max);

export const CreateSandboxRequest = z
  .strictObject({
    language: text().min(1).max(64).optional().meta({
      description: 'Language of the default context, an id or alias of GET /api/v1/languages; `python` if absent.',
    }),
    packages: RunOptions.shape.packages,
    withPackages: RunOptions.shape.withPackages
      .unwrap()
      .optional()
      .meta({
        description:
          'Packages that this sandbox needs in addition to the list, such as `requests>=2.31` or `lodash@4.17.21`. They are ' +
          'installed once and then cached, without a change of the list; `maxQueueMs` counts from then on. A package that the ' +
          'list also has gets the version of this field. A key needs the scope `packages`, unless they are installed already.',
      }),
    secrets: RunOptions.shape.secrets.unwrap().optional().meta({
      description: 'Secrets that every process and context gets as environment variables; none if absent.',
    }),
    env: RunOptions.shape.env,
    files: RunOptions.shape.files,
    memoryMb: z
      .int()
      .min(memoryMb.min)
      .max(memoryMb.max)
      .optional()
      .meta({ description: `${memoryMb.default} if absent.` }),
    diskMb: z
      .int()
      .min(diskMb.min)
      .max(diskMb.max)
      .optional()
      .meta({
        description:
          `Size of the working directory; ${diskMb.default} if absent, or less if the memory is small. Its content counts as ` +
          `memory, so it must be at least ${memoryAboveDiskMb} less than \`memoryMb\`.`,
      }),
    network: RunOptions.shape.network,
    idleTimeoutMs: IdleTimeout.optional().meta({
      description:
        'The sandbox ends after this time without a request, a cell or a foreground process; 15 minutes if absent. Background ' +
        'processes, reading its state and watching files do not count.',
    }),
    maxLifetimeMs: Lifetime.optional().meta({
      description: 'The sandbox ends this long after its creation; 8 hours if absent.',
    }),
    maxQueueMs: RunOptions.shape.maxQueueMs,
    metadata: Metadata.optional(),
  })
  .meta({ id: 'CreateSandboxRequest', examples: [{ language: 'python', memoryMb: 1024 }] });
export type CreateSandboxRequest = z.infer<typeof CreateSandboxRequest>;
