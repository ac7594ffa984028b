import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text, timestamp } from '../fields.ts';

/** Limits of an account's package lists. */
export const packageLimits = {
  packages: 200,
  nameCharacters: 214,
  versionCharacters: 256,
  extras: 32,
  hashes: 256,
} as const;

/** Language of a package whose request names none. */
export const defaultPackageLanguage = 'python';

const language = text()
  .min(1)
  .max(64)
  .meta({ description: 'Id or alias of a language; TypeScript shares the list of JavaScript.', examples: ['python'] });

const packageFields = {
  language: language.optional().meta({
    description: `Id or alias of a language; TypeScript shares the list of JavaScript. Absent: ${defaultPackageLanguage}.`,
    examples: [defaultPackageLanguage],
  }),
  name: text().min(1).max(packageLimits.nameCharacters).meta({
    description:
      'Package name by the rules of the ecosystem; `name==1.2` and `name@1.2` include a version, `name[extra]` extras.',
  }),
  version: text().min(1).max(packageLimits.versionCharacters).optional().meta({
    description: 'A version or a range: PEP 440 for pip (`1.2`, `>=1,<2`), semver for npm (`1.2`, `^1.2`).',
  }),
  extras: z
    .array(text().min(1).max(packageLimits.nameCharacters))
    .max(packageLimits.extras)
    .optional()
    .meta({ description: 'Extras of a Python package: `["socks"]` of `requests[socks]`.' }),
  hashes: z
    .array(text().min(1).max(140))
    .max(packageLimits.hashes)
    .optional()
    .meta({
      description:
        'Digests of the files of a Python package, as `sha256:` and hexadecimal digits. The installer then accepts no other ' +
        'file. The package needs an exact version, and every other package of the list, also one that is only needed by ' +
        'another, needs hashes too.',
    }),
};

export const PackageSpec = z
  .strictObject(packageFields)
  .meta({ id: 'PackageSpec', examples: [{ language: 'python', name: 'requests', version: '>=2.31,<3' }] });
export type PackageSpec = z.infer<typeof PackageSpec>;

const packageEntries = z
  .array(z.union([packageFields.name, PackageSpec]))
  .max(packageLimits.packages)
  .meta({ description: 'Each entry is a name, which can include a version (`six==1.16.0`), or an object.' });
export type PackageEntry = string | PackageSpec;

/** One package, or several: `{name}` or `{packages}`. `language` then applies to the entries that name none. */
const PackageInput = z
  .strictObject({
    ...packageFields,
    name: packageFields.name.optional(),
    packages: packageEntries
      .min(1)
      .optional()
      .meta({
        description:
          'Several packages, in addition to those in the lists; replaces `name` and `version`. Each entry is a name, which can ' +
          'include a version (`six==1.16.0`), or an object. `language` applies to the entries that name none.',
      }),
  })
  .superRefine(({ name, version, extras, hashes, packages }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message, input: undefined });
    if (packages === undefined && name === undefined) refuse('name', 'is required');
    if (packages !== undefined && name !== undefined) refuse('packages', 'must not be combined with name');
    if (packages !== undefined && version !== undefined)
      refuse('version', 'must not be combined with packages: each entry has a version of its own');
    if (packages !== undefined && extras !== undefined) refuse('extras', 'must not be combined with packages');
    if (packages !== undefined && hashes !== undefined) refuse('hashes', 'must not be combined with packages');
  })
  .meta({
    id: 'PackageInput',
    examples: [
      { language: 'python', name: 'requests', version: '>=2.31,<3' },
      { name: 'six' },
      { packages: ['six', 'attrs==25.3.0'] },
    ],
  });
export type PackageInput = z.infer<typeof PackageInput>;

export const PackageInfo = z
  .strictObject({
    language: z.string(),
    name: z.string(),
    version: z.string().nullable().meta({ description: 'Installed version; null while none is installed.' }),
    requested: z.string().nullable().meta({ description: 'Requested version or range; null: any version.' }),
    extras: z.array(z.string()).optional().meta({ description: 'Requested extras; absent: none.' }),
    hashes: z.array(z.string()).optional().meta({ description: 'Digests that are checked; absent: none.' }),
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

/** Reply to an addition: the package, and for a request with `packages` all of them. */
const AddedPackage = PackageInfo.extend({
  packages: z.array(PackageInfo).optional().meta({
    description: 'Every package of a request with `packages`; the other fields describe the first.',
  }),
}).meta({ id: 'AddedPackage' });

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
    'succeeded, executions use the previous packages. Setting a list again whose installation failed retries it. Setting ' +
    `the lists as they are changes nothing and adds no audit row. ${codeRights}`,
  access: 'packages',
  body: z.strictObject({ packages: packageEntries }).meta({
    id: 'PackageListInput',
    examples: [
      { packages: [{ language: 'python', name: 'requests', version: '>=2.31,<3' }] },
      { packages: ['six', 'attrs==25.3.0'] },
    ],
  }),
  replies: { 200: PackageList },
  errors: ['unknown_language', 'packages_not_supported', 'cluster_not_allowed'],
});

export const addPackage = defineEndpoint({
  method: 'POST',
  path: '/api/v1/packages',
  tag: 'Packages',
  summary: 'Add a package',
  description:
    'Answers 201 if a package is new, and 200 if the list has it already. It then gets the version of this request; if ' +
    `it has that version already, nothing changes and no audit row is added. ${codeRights}`,
  access: 'packages',
  body: PackageInput,
  replies: { 200: AddedPackage, 201: AddedPackage },
  errors: ['unknown_language', 'packages_not_supported', 'too_many_packages', 'cluster_not_allowed'],
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
