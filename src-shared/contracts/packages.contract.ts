import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, timestamp } from '../fields.ts';

/** The limits of an account's package lists. */
export const packageLimits = { packages: 200, nameCharacters: 214, versionCharacters: 256 } as const;

const language = text().min(1).max(64).meta({ description: 'An id or alias; TypeScript has the list of JavaScript.' });

export const PackageSpec = z
  .strictObject({
    language,
    name: text().min(1).max(packageLimits.nameCharacters).meta({
      description: "By the ecosystem's own rule; `name==1.2` and `name@1.2` name a version as well.",
    }),
    version: text().min(1).max(packageLimits.versionCharacters).optional().meta({
      description: 'A version or a range: PEP 440 for pip (`1.2`, `>=1,<2`), semver for npm (`1.2`, `^1.2`).',
    }),
  })
  .meta({ id: 'PackageSpec', examples: [{ language: 'python', name: 'requests', version: '>=2.31,<3' }] });
export type PackageSpec = z.infer<typeof PackageSpec>;

export const PackageInfo = z
  .strictObject({
    language: z.string(),
    name: z.string(),
    version: z.string().nullable().meta({ description: 'The one that is installed; null while none is.' }),
    requested: z.string().nullable().meta({ description: 'The version or range that was asked for; null is any.' }),
    status: z.enum(['installed', 'installing', 'failed']),
    error: z.string().optional().meta({ description: 'Why the last installation of the list failed.' }),
    addedAt: timestamp(),
  })
  .meta({ id: 'PackageInfo' });
export type PackageInfo = z.infer<typeof PackageInfo>;

/** What is told of the installations of an account's lists, by name. */
export const PackageEvent = z
  .discriminatedUnion('event', [
    z.strictObject({
      event: z.literal('started'),
      data: z.strictObject({ language: z.string(), packages: z.array(z.string()) }),
    }),
    z.strictObject({ event: z.literal('log'), data: z.strictObject({ language: z.string(), text: z.string() }) }),
    z.strictObject({
      event: z.literal('installed'),
      data: z.strictObject({ language: z.string(), packages: z.int(), sizeBytes: z.int() }),
    }),
    z.strictObject({ event: z.literal('failed'), data: z.strictObject({ language: z.string(), error: z.string() }) }),
  ])
  .meta({ id: 'PackageEvent' });
export type PackageEvent = z.infer<typeof PackageEvent>;

const codeRights =
  'A key needs the rights that the code of the packages will have: the scopes `execute` and `secrets` as well, and no ' +
  '`secretNames`.';

const PackageList = z.strictObject({ packages: z.array(PackageInfo) }).meta({ id: 'PackageList' });

export const listPackages = defineEndpoint({
  method: 'GET',
  path: '/api/v1/packages',
  tag: 'Packages',
  summary: 'List persistent packages',
  description: 'What every execution of a language has at hand. By language and name.',
  access: 'packages',
  replies: { 200: PackageList },
});

export const setPackages = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/packages',
  tag: 'Packages',
  summary: 'Set the package list',
  description:
    'Replaces the lists of all languages. A changed list is installed as a whole in the background; until that has ' +
    'succeeded executions go on with what was installed before. Setting a list that failed tries it again. ' +
    codeRights,
  access: 'packages',
  body: z.strictObject({ packages: z.array(PackageSpec).max(packageLimits.packages) }).meta({ id: 'PackageListInput' }),
  replies: { 200: PackageList },
  errors: ['unknown_language', 'packages_not_supported'],
});

export const addPackage = defineEndpoint({
  method: 'POST',
  path: '/api/v1/packages',
  tag: 'Packages',
  summary: 'Add a package',
  description: `One that is in the list already gets the version that is asked for now. ${codeRights}`,
  access: 'packages',
  body: PackageSpec,
  replies: { 201: PackageInfo },
  errors: ['unknown_language', 'packages_not_supported', 'too_many_packages'],
});

export const removePackage = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/packages/:language/:name',
  tag: 'Packages',
  summary: 'Remove a package',
  description: 'The name of a scoped npm package is URL-encoded.',
  access: 'packages',
  params: z.strictObject({ language, name: text().min(1).max(packageLimits.nameCharacters) }),
  replies: { 204: 'empty' },
  errors: ['package_not_found', 'unknown_language'],
});

export const readPackageEvents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/packages/events',
  tag: 'Packages',
  summary: 'Follow the install log',
  description:
    'First the last installation of each language, then what happens from now on. Goes on after the event that ' +
    '`Last-Event-ID` names.',
  access: 'packages',
  replies: { 200: 'empty' },
  stream: { events: PackageEvent, always: true },
});
