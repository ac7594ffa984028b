import { z } from 'zod';
import {
  NetworkRule,
  type NetworkRules,
  networkProtocols,
} from '../../../src-shared/contracts/network/network-rules.ts';
import { fieldMessage } from '../../../src-shared/field-message.ts';
import { ApiError, type FieldProblem } from '../../client/api-error.ts';
import { fieldProblems } from '../../client/field-problems.ts';

/** A network rule as its form fields hold it. The order of the fields determines the stored text. */
export const RuleForm = z.object({
  host: z.string(),
  /** Numbers, separated by spaces or commas. Empty: the default of the protocol. */
  ports: z.string(),
  protocol: z.enum(networkProtocols),
  /** Separated by spaces or commas. Empty: all. */
  methods: z.string(),
  /** Separated by white space. Empty: all. */
  paths: z.string(),
  websocket: z.boolean(),
  secrets: z.array(z.string()),
  /** Absent in drafts of earlier versions. */
  onlySecrets: z.boolean().default(false),
  address: z.string(),
});
export type RuleForm = z.infer<typeof RuleForm>;

export const RulesForm = z.object({ allow: z.array(RuleForm), onBlocked: z.enum(['deny', 'ask']) });
export type RulesForm = z.infer<typeof RulesForm>;

export const emptyRule: RuleForm = {
  host: '',
  ports: '',
  protocol: 'tls',
  methods: '',
  paths: '',
  websocket: false,
  secrets: [],
  onlySecrets: false,
  address: '',
};
export const emptyRules: RulesForm = { allow: [], onBlocked: 'deny' };

const ruleFields = ['host', 'ports', 'methods', 'paths', 'websocket', 'secrets', 'address'] as const;

/** Returns the rule of the contract. It can be invalid: {@link ruleProblems} returns its problems. */
export function ruleOf(draft: RuleForm): NetworkRule {
  const { protocol, secrets } = draft;
  const [address, ports] = [draft.address.trim(), portsOf(draft.ports)];
  const methods = listOf(draft.methods, /[\s,]+/).map((method) => method.toUpperCase());
  const paths = listOf(draft.paths, /\s+/);
  return {
    host: draft.host.trim(),
    ...(address !== '' && { address }),
    ...(ports.length > 0 && { ports }),
    ...(protocol !== 'tls' && { protocol }),
    ...(methods.length > 0 && { methods }),
    ...(paths.length > 0 && { paths }),
    // The option is not available for TCP, so a value from before the change of the protocol is not sent.
    ...(draft.websocket && protocol !== 'tcp' && { websocket: true }),
    ...(secrets.length > 0 && { secrets: [...secrets] }),
    ...(secrets.length > 0 && draft.onlySecrets && { onlySecrets: true }),
  };
}

/** Returns the rules of the contract. */
export function rulesOf({ allow, onBlocked }: RulesForm): NetworkRules {
  return { allow: allow.map(ruleOf), ...(onBlocked === 'ask' && { onBlocked }) };
}

export function ruleFormOf(rule: NetworkRule): RuleForm {
  return {
    host: rule.host,
    ports: (rule.ports ?? []).join(', '),
    protocol: rule.protocol ?? 'tls',
    methods: (rule.methods ?? []).join(', '),
    paths: (rule.paths ?? []).join('\n'),
    websocket: rule.websocket ?? false,
    secrets: rule.secrets ?? [],
    onlySecrets: rule.onlySecrets ?? false,
    address: rule.address ?? '',
  };
}

export function rulesFormOf({ allow, onBlocked = 'deny' }: NetworkRules): RulesForm {
  return { allow: allow.map(ruleFormOf), onBlocked };
}

/** Returns the form of rules with one more rule, unless it has the same one. */
export function rulesFormWith(draft: RulesForm, rule: NetworkRule): RulesForm {
  const added = ruleFormOf(rule);
  const text = JSON.stringify(added);
  if (draft.allow.some((known) => JSON.stringify(known) === text)) return draft;
  return { ...draft, allow: [...draft.allow, added] };
}

/** Returns the problem of each field of a rule: the messages of the contract. */
export function ruleProblems(draft: RuleForm): ReadonlyMap<string, string> {
  const error = new ApiError('invalid_request', '', { details: detailsOf(draft) });
  return fieldProblems(error, ruleFields).byName;
}

/** Returns the problems of all rules, with the paths that the daemon would name: `network.allow[2].host`. */
export function rulesProblems({ allow }: RulesForm, path = 'network'): FieldProblem[] {
  return allow.flatMap((rule, index) =>
    detailsOf(rule).map((problem) => ({ ...problem, path: `${path}.allow[${index}].${problem.path}` })),
  );
}

function detailsOf(draft: RuleForm): FieldProblem[] {
  const { error } = NetworkRule.safeParse(ruleOf(draft), { error: fieldMessage });
  return (error?.issues ?? []).map(({ path: [field, index], message }) => ({
    path: index === undefined ? String(field) : `${String(field)}[${String(index)}]`,
    message,
  }));
}

/** Returns the ports in a text. What is no number stays text, so that the contract refuses it. */
export function portsOf(text: string): number[] {
  return listOf(text, /[\s,]+/).map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : (part as unknown as number)));
}

const listOf = (text: string, separator: RegExp) => text.split(separator).filter((part) => part !== '');
