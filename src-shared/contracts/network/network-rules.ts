import { z } from 'zod';
import { SecretName } from '../../formats/secret-name.ts';
import { CeilingHost, HostPattern } from './host-pattern.ts';
import { networkLimits } from './network-limits.ts';

export const networkProtocols = ['tls', 'http', 'tcp'] as const;
export type NetworkProtocol = (typeof networkProtocols)[number];

const Protocol = z.enum(networkProtocols);
const Ports = z.array(z.int().min(1).max(65_535)).min(1).max(networkLimits.portsOfRule);
const Method = z.string().regex(/^[A-Z]{1,32}$/, { error: 'must be a method in upper case, such as GET' });
const PathGlob = z
  .string()
  .max(networkLimits.pathCharacters)
  .refine(
    (path) =>
      path.startsWith('/') && !/[\s%?#\\]/.test(path) && !path.split('/').some((part) => /^\.{1,2}$/.test(part)),
    {
      error: 'must be a path such as /v1/** that begins with / and is not encoded, without ?, #, \\, . or ..',
    },
  );

/** One rule: the connections that a program may open. */
export const NetworkRule = z
  .strictObject({
    host: HostPattern.meta({ description: 'A name, or `*.` and a name for all names below it at any depth.' }),
    address: z
      .union([z.ipv4(), z.ipv6()])
      .optional()
      .meta({
        description:
          'Address of this host, which is then not looked up. It is the only way to an address that is not public. Only a ' +
          'session can set it.',
      }),
    ports: Ports.optional().meta({ description: '[443] if absent, [80] for `http`. A `tcp` rule must name them.' }),
    protocol: Protocol.optional().meta({
      description: '`tls` if absent. `http` is HTTP without encryption, `tcp` any protocol.',
    }),
    methods: z.array(Method).min(1).max(networkLimits.methodsOfRule).optional(),
    paths: z
      .array(PathGlob)
      .min(1)
      .max(networkLimits.pathsOfRule)
      .optional()
      .meta({
        description:
          'Globs of the decoded path: `*` matches within one part, `**` any number of parts. Paths with `..` or an encoded ' +
          'slash are refused.',
      }),
    websocket: z.boolean().optional().meta({
      description: 'Whether an intercepted connection can become a WebSocket, which is not scanned after its start.',
    }),
    secrets: z
      .array(SecretName)
      .min(1)
      .max(16)
      .optional()
      .meta({ description: 'Secrets with `hosts` that are put into requests to this host.' }),
    onlySecrets: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether each request must contain a value of `secrets`, and no other credential in its headers and query. The body is ' +
          'not checked.',
      }),
  })
  .superRefine((rule, context) => {
    for (const [path, message] of ruleProblems(rule)) context.addIssue({ code: 'custom', path: [path], message });
  })
  .meta({ id: 'NetworkRule', examples: [{ host: 'api.example.com', methods: ['GET'], secrets: ['API_TOKEN'] }] });
export type NetworkRule = z.infer<typeof NetworkRule>;

interface RuleFields {
  host: string;
  address?: string | undefined;
  ports?: readonly number[] | undefined;
  protocol?: NetworkProtocol | undefined;
  methods?: readonly string[] | undefined;
  paths?: readonly string[] | undefined;
  websocket?: boolean | undefined;
  secrets?: readonly string[] | undefined;
  onlySecrets?: boolean | undefined;
}

function* ruleProblems({ host, address, ports, protocol = 'tls', ...rule }: RuleFields): Generator<[string, string]> {
  if (address !== undefined && host.startsWith('*.')) yield ['address', 'needs a host without *'];
  if (protocol === 'tcp') {
    if (ports === undefined) yield ['ports', 'are required for tcp'];
    for (const field of ['methods', 'paths', 'websocket'] as const)
      if (rule[field] !== undefined) yield [field, 'cannot be checked with tcp'];
  }
  if (protocol === 'http' && ports?.some((port) => port !== 80)) yield ['ports', 'must be [80] for http'];
  if (rule.onlySecrets && rule.secrets === undefined) yield ['onlySecrets', 'needs secrets'];
  if (protocol !== 'tls' && rule.secrets !== undefined) yield ['secrets', 'are only sent over tls'];
}

/** The network of a run by rule. A connection that no rule allows is refused. */
export const NetworkRules = z
  .strictObject({
    allow: z.array(NetworkRule).max(networkLimits.rules),
    onBlocked: z
      .enum(['deny', 'ask'])
      .optional()
      .meta({
        description:
          '`deny` if absent. With `ask`, a connection to port 443 or 80 that no rule allows is held for up to 60 s, until a ' +
          'person decides.',
      }),
  })
  .meta({ id: 'NetworkRules' });
export type NetworkRules = z.infer<typeof NetworkRules>;

/** The network of a run. */
export const Network = z.union([z.enum(['none', 'full']), NetworkRules]).meta({
  description:
    '`none` if absent. `full` is the whole public network and needs the setting `network.allowed`. Rules must lie within ' +
    'the setting `network.ceiling`.',
});
export type Network = z.infer<typeof Network>;

/** Hosts that rules can allow. Absent ports or protocols mean all of them. */
export const CeilingEntry = z
  .strictObject({ host: CeilingHost, ports: Ports.optional(), protocols: z.array(Protocol).min(1).max(3).optional() })
  .meta({ id: 'NetworkCeilingEntry', examples: [{ host: '*.example.com', ports: [443] }] });
export type CeilingEntry = z.infer<typeof CeilingEntry>;

/** A rule with its defaults, from the plan of a run to the process that opens its connections. */
export interface EffectiveRule {
  host: string;
  address?: string | undefined;
  ports: readonly number[];
  protocol: NetworkProtocol;
  methods?: readonly string[] | undefined;
  paths?: readonly string[] | undefined;
  websocket: boolean;
  secrets: readonly string[];
  onlySecrets: boolean;
}

export function effectiveRule({ host, address, protocol = 'tls', ports, ...rule }: NetworkRule): EffectiveRule {
  const { methods, paths, websocket = false, secrets = [], onlySecrets = false } = rule;
  return {
    host,
    address,
    protocol,
    ports: ports ?? [protocol === 'http' ? 80 : 443],
    methods,
    paths,
    websocket,
    secrets,
    onlySecrets,
  };
}
