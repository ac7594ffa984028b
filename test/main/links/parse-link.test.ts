import { describe, expect, it } from 'vitest';
import { parseLink } from '../../../src-main/links/parse-link.ts';
import { screens } from '../../../src-renderer/app/screens/screens.tsx';
import { screenNames } from '../../../src-shared/shell-api.ts';

describe('a link', () => {
  it.each([
    ['strongroom://open/run', { kind: 'open', screen: 'run' }],
    ['strongroom://open/settings/', { kind: 'open', screen: 'settings' }],
    ['STRONGROOM://open/vault', { kind: 'open', screen: 'vault' }],
    ['strongroom://run/backup', { kind: 'run', name: 'backup' }],
    ['strongroom://run/My%20script.v2', { kind: 'run', name: 'My script.v2' }],
  ])('%s is understood', (text, link) => {
    expect(parseLink(text)).toEqual(link);
  });

  it.each([
    '',
    'strongroom:',
    'strongroom://',
    'strongroom://open',
    'strongroom://open/',
    'strongroom://open/nowhere',
    'strongroom://open/Run',
    'strongroom://open/run/../settings/x',
    'strongroom://open/__proto__',
    'strongroom://open/constructor',
    'strongroom://run/',
    'strongroom://run/..%2f..%2fetc%2fpasswd',
    'strongroom://run/.hidden',
    'strongroom://run/a%00b',
    'strongroom://run/a%0ab',
    'strongroom://run/%E0%A4%A',
    'strongroom://run/%3Cimg%20src=x%20onerror=alert(1)%3E',
    'strongroom://run/javascript:alert(1)',
    `strongroom://run/${'a'.repeat(129)}`,
    `strongroom://run/${'a'.repeat(5000)}`,
    'strongroom://run/a?then=execute',
    'strongroom://run/a#/settings',
    'strongroom://user:word@open/run',
    'strongroom://open:80/run',
    'strongroom://delete/everything',
    'strongroom:open/run',
    'strongroom-shell://page/',
    'http://127.0.0.1:7341/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    ' --no-sandbox',
  ])('%j is refused', (text) => {
    const link = parseLink(text);
    expect(link).toEqual({ kind: 'refused-link', reason: expect.stringMatching(/^\S.*\.$/) });
    const repeated = ['nowhere', 'etc', 'onerror', 'word', 'everything'];
    expect(repeated.filter((part) => JSON.stringify(link).includes(part))).toEqual([]);
  });

  it('says whether the screen is unknown, the name impossible or the form another', () => {
    expect(parseLink('strongroom://open/nowhere')).toMatchObject({ reason: expect.stringContaining('run, vault, ') });
    expect(parseLink('strongroom://run/.hidden')).toMatchObject({
      reason: expect.stringContaining('no script can have'),
    });
    expect(parseLink('strongroom://delete/x')).toMatchObject({
      reason: expect.stringContaining('this one is neither'),
    });
  });

  it('leads to every screen of the rail, and to no other', () => {
    expect(screens.map(({ path }) => path)).toEqual(screenNames.map((name) => `/${name}`));
  });
});
