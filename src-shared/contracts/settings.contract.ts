import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { networkLimits } from './network/network-limits.ts';
import { CeilingEntry } from './network/network-rules.ts';
import { sandboxLimits } from './sandboxes/sandbox-limits.ts';

const mebibyte = 1024 * 1024;
const address = () =>
  z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }).max(2048);

/** No user name and password, because settings are not encrypted. */
const egressProxy = z
  .url({ protocol: /^http$/, error: 'must be an address such as http://proxy.example.com:3128', abort: true })
  .max(300)
  .regex(/^http:\/\/[\w.:[\]-]{1,290}\/?$/i, {
    error: 'must be an address without user name, password, path and query, such as http://proxy.example.com:3128',
  });

const network = z.strictObject({
  allowed: z.boolean().meta({ description: 'Whether a run can request the whole network (`full`).' }),
  ceiling: z
    .array(CeilingEntry)
    .max(networkLimits.ceilingEntries)
    .meta({ description: 'Hosts that network rules can allow. No rule is accepted while it is empty.' }),
  proxy: egressProxy.nullable().meta({
    description:
      'Proxy that connects the hosts of network rules (`CONNECT`), for a machine that reaches them through one only. The ' +
      'proxy looks their names up: whether an address is public is not checked then. Only a session can change it.',
  }),
});
const cluster = z.strictObject({
  allowed: z.boolean().meta({
    description:
      'Whether code, input and secrets of the account may leave the machine, for sandboxes that run in a cluster. Only a ' +
      'session can turn it on.',
  }),
});
const limits = z.strictObject({
  timeoutMs: z.int().min(100).max(600_000).meta({ description: 'Time limit of runs that set none, in milliseconds.' }),
  memoryMb: z.int().min(32).max(4096).meta({ description: 'Memory limit of runs that set none, in MiB.' }),
});
const installer = z.strictObject({
  pipIndexUrl: address().nullable(),
  npmRegistry: address().nullable(),
  caBundlePath: text().min(1).max(4096).nullable(),
  proxy: address().nullable(),
  builds: z.boolean().meta({
    description:
      'Whether packages can run their own code during installation: builds from source and scripts of npm packages.',
  }),
  forRuns: z.boolean().meta({
    description: 'Whether a run can have packages of its own: those that its code declares, and `withPackages`.',
  }),
});
const history = z.strictObject({
  keepRuns: z.int().min(0).max(100_000),
  keepOutputs: z.boolean(),
  maxBytes: z
    .int()
    .min(mebibyte)
    .max(16 * 1024 * mebibyte),
});
const sandboxes = z.strictObject({
  perAccount: z
    .int()
    .min(0)
    .max(sandboxLimits.maxPerAccount)
    .meta({ description: 'Maximum number of sandboxes of the account at the same time.' }),
});
const secrets = z.strictObject({
  release: z.boolean().meta({
    description:
      'Whether `strongroom with` can give values of secrets to programs of this machine, with the password each time. Only a ' +
      'session can turn it on.',
  }),
});
const autoLockMinutes = z.int().min(1).max(1440);
const registration = z
  .enum(['open', 'closed'])
  .meta({ description: 'Setting of the whole machine; only the first account can change it.' });

/** Settings of the whole machine. Only the first account (the oldest existing one) can change them. */
export const machineSettings = ['registration'] as const;
const readOnly = z.array(z.enum(machineSettings)).optional();

export const Settings = z
  .strictObject({
    network,
    cluster,
    limits,
    installer,
    history,
    sandboxes,
    secrets,
    autoLockMinutes,
    registration,
    readOnly: readOnly.meta({ description: 'Settings that this account cannot change; absent for the first account.' }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/** Changes to settings. Absent fields keep their value; a section is merged field by field. */
export const SettingsPatch = z
  .strictObject({
    network: network.partial(),
    cluster: cluster.partial(),
    limits: limits.partial(),
    installer: installer.partial(),
    history: history.partial(),
    sandboxes: sandboxes.partial(),
    secrets: secrets.partial(),
    autoLockMinutes,
    registration,
    readOnly: readOnly.meta({ description: 'Ignored, so that a reply of GET can be sent back.' }),
  })
  .partial()
  .meta({ id: 'SettingsPatch', examples: [{ limits: { timeoutMs: 60_000 }, history: { keepRuns: 500 } }] });
export type SettingsPatch = z.infer<typeof SettingsPatch>;

export const defaultSettings: Settings = {
  network: { allowed: false, ceiling: [], proxy: null },
  cluster: { allowed: false },
  limits: { timeoutMs: 30_000, memoryMb: 256 },
  installer: { pipIndexUrl: null, npmRegistry: null, caBundlePath: null, proxy: null, builds: true, forRuns: true },
  history: { keepRuns: 200, keepOutputs: true, maxBytes: 256 * mebibyte },
  sandboxes: { perAccount: sandboxLimits.defaultPerAccount },
  secrets: { release: false },
  autoLockMinutes: 15,
  registration: 'open',
};

export const readSettings = defineEndpoint({
  method: 'GET',
  path: '/api/v1/settings',
  tag: 'Settings',
  summary: 'Read settings',
  description: 'All settings of the account, and those of the machine.',
  access: 'admin',
  replies: { 200: Settings },
});

export const updateSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/settings',
  tag: 'Settings',
  summary: 'Change settings',
  description:
    'Absent fields keep their value. `registration` is a setting of the whole machine: changing it is 403 for every account ' +
    'but the first (the oldest existing one). To change `installer`, a key needs the rights that the code of packages has: ' +
    'the scopes `execute` and `secrets`, and no `secretNames`. `network.proxy` can only be changed, and `secrets.release` and ' +
    '`cluster.allowed` only be turned on, with a session. A key with ' +
    '`networkHosts` can add only these hosts to `network.ceiling`, and can change neither `installer` nor `network.allowed` to true.',
  access: 'admin',
  body: SettingsPatch,
  replies: { 200: Settings },
});
