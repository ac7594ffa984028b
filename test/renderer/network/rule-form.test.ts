import { describe, expect, it } from 'vitest';
import {
  emptyRule,
  emptyRules,
  type RuleForm,
  ruleFormOf,
  ruleOf,
  ruleProblems,
  rulesFormOf,
  rulesFormWith,
  rulesOf,
  rulesProblems,
} from '../../../src-renderer/ui/network/rule-form.ts';
import { ceilingText, hostText, limitsText, ruleText } from '../../../src-renderer/ui/network/rules-text.ts';
import { NetworkRules } from '../../../src-shared/contracts/network/network-rules.ts';

const full: RuleForm = {
  host: 'api.example.com',
  ports: '443, 8443',
  protocol: 'tls',
  methods: 'GET, POST',
  paths: '/v1/**\n/health',
  websocket: true,
  secrets: ['API_TOKEN'],
  onlySecrets: true,
  address: '192.168.1.20',
};
const of = (patch: Partial<RuleForm>): RuleForm => ({ ...emptyRule, host: 'api.example.com', ...patch });
const problemsOf = (patch: Partial<RuleForm>) => Object.fromEntries(ruleProblems(of(patch)));

describe('the draft of a network rule', () => {
  it('is a rule of the contract, and comes back from it', () => {
    const rules = { allow: [full, of({})], onBlocked: 'ask' as const };
    expect(NetworkRules.parse(rulesOf(rules))).toEqual(rulesOf(rules));
    expect(rulesFormOf(rulesOf(rules))).toEqual(rules);
    expect(ruleOf(of({}))).toEqual({ host: 'api.example.com' });
    expect(rulesOf(emptyRules)).toEqual({ allow: [] });
  });

  it('takes lists with any separators, and methods in any case', () => {
    const rule = ruleOf(
      of({ host: ' a.example.com ', ports: '443;8443 , 80', methods: 'get  head,put', paths: ' /a /b ' }),
    );
    expect(rule).toMatchObject({ host: 'a.example.com', methods: ['GET', 'HEAD', 'PUT'], paths: ['/a', '/b'] });
    expect(rule.ports).toEqual(['443;8443', 80]);
  });

  it.each<[Partial<RuleForm>, Record<string, string>]>([
    [{}, {}],
    [{ host: '' }, { host: 'must have 1 to 253 characters' }],
    [{ host: 'https://a.example.com' }, { host: 'must be a name, not an address' }],
    [{ host: '127.1' }, { host: 'must be a name, not an address' }],
    [{ host: 'API.example.com' }, { host: 'must be in lower case' }],
    [{ ports: '0' }, { ports: 'Entry 1 must be at least 1.' }],
    [{ ports: '443 x' }, { ports: 'Entry 2 must be a number.' }],
    [{ ports: '1 2 3 4 5 6 7 8 9' }, { ports: 'must have at most 8 entries' }],
    [{ methods: 'G3T' }, { methods: 'Entry 1 must be a method in upper case, such as GET.' }],
    [{ protocol: 'tcp' }, { ports: 'are required for tcp' }],
    [{ protocol: 'tcp', ports: '5432', methods: 'GET' }, { methods: 'cannot be checked with tcp' }],
    [{ protocol: 'tcp', ports: '5432', websocket: true }, {}],
    [{ protocol: 'http', secrets: ['A'] }, { secrets: 'are only sent over tls' }],
    [{ host: '*.example.com', address: '10.0.0.1' }, { address: 'needs a host without *' }],
  ])('with %j has the problems %j', (patch, problems) => {
    expect(problemsOf(patch)).toEqual(problems);
  });

  it('names its problems by the paths of the daemon', () => {
    const paths = rulesProblems({ allow: [of({}), of({ ports: 'x', host: '' })], onBlocked: 'deny' }).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(['network.allow[1].host', 'network.allow[1].ports[0]']);
  });

  it('is added to others once', () => {
    const once = rulesFormWith(emptyRules, { host: 'a.example.com' });
    expect(once.allow).toEqual([of({ host: 'a.example.com' })]);
    expect(rulesFormWith(once, { host: 'a.example.com' })).toBe(once);
    expect(rulesFormWith(once, { host: 'a.example.com', ports: [8443] }).allow).toHaveLength(2);
  });
});

describe('the text of a rule', () => {
  it('has what differs from the defaults', () => {
    expect(hostText({ host: 'a.example.com' })).toBe('a.example.com');
    expect(hostText({ host: 'a.example.com', protocol: 'http' })).toBe('a.example.com (HTTP)');
    expect(hostText({ host: 'db.example.com', protocol: 'tcp', ports: [5432] })).toBe('db.example.com:5432 (TCP)');
    expect(limitsText({ host: 'a.example.com' })).toBe('');
  });

  it('has everything that an approval covers', () => {
    const text = ruleText(ruleOf(full));
    for (const part of [
      'api.example.com:443,8443',
      'GET, POST',
      '/v1/** /health',
      'WebSocket',
      '192.168.1.20',
      'API_TOKEN',
    ])
      expect(text).toContain(part);
    expect(ruleText(ruleOf(ruleFormOf(ruleOf(full))))).toBe(text);
  });

  it('of the settings says what an absent field means', () => {
    expect(ceilingText({ host: '*' })).toBe('every host, every port, every protocol');
    expect(ceilingText({ host: 'a.example.com', ports: [443], protocols: ['tls'] })).toBe(
      'a.example.com, port 443, TLS',
    );
    expect(ceilingText({ host: 'a.example.com', ports: [80, 443] })).toBe(
      'a.example.com, ports 80, 443, every protocol',
    );
  });
});
