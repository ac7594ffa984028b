import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, timestamp } from '../fields.ts';

/** Limits of an account's package lists. */
export const packageLimits = { packages: 200, nameCharacters: 214, versionCharacters: 256 } as const;

const language = text()
  .min(1)
  .max(64)
  .meta({ description: 'Id or alias of a language; TypeScript shares the list of JavaScript.' });

export const PackageSpec = z
  .strictObject({
    language,
    name: text().min(1).max(packageLimits.nameCharacters).meta({
      description: 'Package name by the rules of the ecosystem; `name==1.2` and `name@1.2` include a version.',
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
    version: z.string().nullable().meta({ description: 'Installed version; null while none is installed.' }),
    requested: z.string().nullable().meta({ description: 'Requested version or range; null: any version.' }),
    status: z.enum(['installed', 'installing', 'failed']),
    error: z.string().optional().meta({ description: 'Why the last installation of the list failed.' }),
    addedAt: timestamp(),
  })
  .meta({ id: 'PackageInfo' });
export type PackageInfo = z.infer<typeof PackageInfo>;

/** Events of the installations of an account's lists, by name. */
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
  'A key also needs the rights that the code of the packages will have: the scopes `execute` and `secrets`, and no ' +
  '`secretNames`.';

const PackageList = z.strictObject({ packages: z.array(PackageInfo) }).meta({ id: 'PackageList' });

export const listPackages = defineEndpoint({
  method: 'GET',
  path: '/api/v1/packages',
  tag: 'Packages',
  summary: 'List persistent packages',
  description: 'The packages that every execution of a language can import, by language and name.',
  access: 'packages',
  replies: { 200: PackageList },
});

export const setPackages = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/packages',
  tag: 'Packages',
  summary: 'Set the package list',
  description:
    'Replaces the lists of all languages. A changed list is installed as a whole in the background; until this has ' +
    'succeeded, executions use the previous packages. Setting a list again whose installation failed retries it. ' +
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
  description: `A package that is in the list already gets the version of this request. ${codeRights}`,
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
  description: 'The name of a scoped npm package must be URL-encoded.',
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
    'Sends the events of the last installation of each language, then new events. Continues after the event in ' +
    '`Last-Event-ID`.',
  access: 'packages',
  replies: { 200: 'empty' },
  stream: { events: PackageEvent, always: true },
});
