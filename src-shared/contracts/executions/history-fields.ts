import { z } from 'zod';

/** Clients that start runs. `api` is every other program with an API key or a session. */
export const runClients = ['interface', 'cli', 'api', 'agent'] as const;
export type RunClient = (typeof runClients)[number];

export const RunMaker = z
  .strictObject({
    client: z.enum(runClients),
    name: z.string().optional().meta({
      description: "An agent's name for itself, or else the name that the API key had; absent for a session.",
    }),
  })
  .meta({ id: 'RunMaker' });
export type RunMaker = z.infer<typeof RunMaker>;

/** Fields of a run that only the history has. */
export const historyFields = {
  name: z
    .string()
    .optional()
    .meta({
      description:
        'The stored script, the `name` or `entry` of the request, or the first comment or statement of the code: one line of ' +
        'at most 120 characters. Absent for a program without text.',
    }),
  pinned: z.boolean().meta({ description: 'True if the history does not remove the run on its own.' }),
  startedBy: RunMaker.optional().meta({
    description: 'What started the run; absent if an earlier version did not record it.',
  }),
};
