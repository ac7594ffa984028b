import { z } from 'zod';
import { NetworkRule, NetworkRules } from '../../../src-shared/contracts/network/network-rules.ts';

const { ports, protocol, methods, paths, secrets } = NetworkRule.shape;

const Rule = z.strictObject({
  host: z.string().describe('api.example.com, or *.example.com for all names below it. No address, no URL.'),
  ports: ports.describe('[443] if absent, [80] for http. Required for tcp.'),
  protocol: protocol.describe('tls (HTTPS and other TLS, the default), http (not encrypted), or tcp (any protocol).'),
  methods: methods.describe('Only these HTTP methods, such as GET.'),
  paths: paths.describe('Only these paths, such as /v1/**; * is one part, ** any number of parts.'),
  secrets: secrets.describe(
    'Secrets for this host: those that list_secret_names shows with it in hosts. The program reads a placeholder from the ' +
      'environment variable of this name and sends it as it would send the value, usually in the header Authorization. ' +
      'Strongroom replaces it on the way. Not with http or tcp.',
  ),
});

/** The network of a run or sandbox as an agent requests it. It has no `address`, which only a session can set. */
export const network = z
  .union([
    z.enum(['none', 'full']),
    z
      .strictObject({
        allow: z.array(Rule).max(64),
        onBlocked: z
          .enum(['deny', 'ask'])
          .optional()
          .describe('deny if absent. ask: other connections wait up to 60 s for a decision of the user.'),
      })
      .superRefine((rules, context) => {
        const { issues = [] } = NetworkRules.safeParse(rules).error ?? {};
        for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message });
      }),
  ])
  .optional()
  .describe(
    'none if absent. {"allow": [{"host": "api.example.com"}]} allows connections to these hosts only; prefer it to full, ' +
      'the whole network, which is usually not permitted. Programs use host names and normal HTTPS clients; no proxy is ' +
      'needed. The user must have permitted the hosts (network_not_allowed names those that are not).',
  );
