import { z } from 'zod';

/** Rich output by media type: text, or base64 for images other than SVG. */
export const OutputData = z.record(z.string(), z.string()).meta({
  id: 'OutputData',
  description:
    'By media type: `text/plain`, `text/html`, `text/markdown`, `text/latex`, `image/svg+xml`, `application/javascript`, ' +
    '`application/json` and `application/…+json` as text; `image/png`, `image/jpeg`, `image/gif`, `image/webp` and ' +
    '`application/pdf` in base64. Written by the program: a page must not run it at its own origin.',
});
export type OutputData = z.infer<typeof OutputData>;

/** Values by name, for each media type. */
export const OutputMetadata = z
  .record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
  .meta({
    id: 'OutputMetadata',
    description: 'For a media type of the output, such as the `width` of an image.',
  });
export type OutputMetadata = z.infer<typeof OutputMetadata>;

export const CellOutput = z
  .strictObject({
    kind: z.enum(['display', 'result']),
    data: OutputData,
    metadata: OutputMetadata.optional(),
    displayId: z.string().optional(),
  })
  .meta({ id: 'CellOutput' });
export type CellOutput = z.infer<typeof CellOutput>;

export const CellError = z
  .strictObject({ name: z.string(), message: z.string(), traceback: z.string() })
  .meta({ id: 'CellError' });
