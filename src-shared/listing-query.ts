import { z } from 'zod';

/** Query of a listing that the audit log records. */
export const listingQuery = z.strictObject({
  purpose: z
    .literal('completion')
    .optional()
    .meta({
      description:
        'For a client that completes names while the user types: of the listings of a credential, the audit log records ' +
        'only one in 15 minutes.',
    }),
});
export type ListingQuery = z.infer<typeof listingQuery>;
