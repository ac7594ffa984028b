import { z } from 'zod';

/** Rich output by media type: text, or base64 for images other than SVG. */
export const OutputData = z.record(z.string(), z.string()).meta({
  id: 'OutputData',
  description:
    'By media type: `text/plain`, `text/html`, `image/svg+xml`, `application/json` as text; `image/png`, `image/jpeg` in ' +
    'base64. Written by the program: a page must not run it at its own origin.',
});
export type OutputData = z.infer<typeof OutputData>;

export const CellOutput = z
  .strictObject({ kind: z.enum(['display', 'result']), data: OutputData, displayId: z.string().optional() })
  .meta({ id: 'CellOutput' });
export type CellOutput = z.infer<typeof CellOutput>;

export const CellError = z
  .strictObject({ name: z.string(), message: z.string(), traceback: z.string() })
  .meta({ id: 'CellError' });
