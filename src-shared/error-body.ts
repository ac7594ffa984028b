import { z } from 'zod';
import { type ErrorCode, errorCatalog } from './error-catalog.ts';

const codes = Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]];

/** Body of every error reply. */
export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(codes),
      message: z.string(),
      requestId: z.string(),
      details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
