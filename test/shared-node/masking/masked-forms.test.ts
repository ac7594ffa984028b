/** The forms of a value in HTML, in string literals and in Bash, as the named programs print them. */
import { describe, expect, test } from 'vitest';
import { longestFormBytes, maskedForms } from '../../../src-shared-node/masking/masked-forms.ts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';

const raw = String.raw;

function mask(values: readonly string[], text: string): string {
  const stream = createOutputMask(values).newStream();
  return stream.push(text) + stream.release();
}

describe('a value is masked in HTML', () => {
  const secret = `pa$$w0rd&<x>"q'z`;
  test.each([
    ['text, as pandas and `html.escape(quote=False)` write it', `pa$$w0rd&amp;&lt;x&gt;"q'z`],
    ['with the entities of Python', 'pa$$w0rd&amp;&lt;x&gt;&quot;q&#x27;z'],
    ['with the entities of Jinja and Go', 'pa$$w0rd&amp;&lt;x&gt;&#34;q&#39;z'],
    ['with the entities of JavaScript libraries', 'pa$$w0rd&amp;&lt;x&gt;&quot;q&#39;z'],
    ['with the entities of PHP', 'pa$$w0rd&amp;&lt;x&gt;&quot;q&#039;z'],
    ['in an attribute, as ElementTree and browsers write it', `pa$$w0rd&amp;&lt;x&gt;&quot;q'z`],
    ['with the entities of XML and SVG', 'pa$$w0rd&amp;&lt;x&gt;&quot;q&apos;z'],
  ])('%s', (_, html) => {
    expect(mask([secret], `<b title="${html}">${html}</b>`)).toBe('<b title="***">***</b>');
  });

  test('without quotes in it', () => {
    expect(mask(['a&b<c>d'], '<td>a&amp;b&lt;c&gt;d</td>')).toBe('<td>***</td>');
  });

  test('line by line', () => {
    const value = `first & "line"\nsecond <'line'>`;
    expect(mask([value], '<p>first &amp; "line"<p>second &lt;\'line\'&gt;')).toBe('<p>***<p>***');
    expect(mask([value], '<p>first &amp; &quot;line&quot;<p>second &lt;&#x27;line&#x27;&gt;')).toBe('<p>***<p>***');
    expect(mask([value], '<p>first &amp; &#34;line&#34;<p>second &lt;&#39;line&#39;&gt;')).toBe('<p>***<p>***');
  });
});

describe('a value is masked as libraries escape more than the usual characters', () => {
  const secret = 'a+b/c=d&e<f>g"h\'i`j\\k;l-é€😀';
  test.each([
    ['JSON of .NET', raw`a\u002Bb/c=d\u0026e\u003Cf\u003Eg\u0022h\u0027i\u0060j\\k;l-\u00E9\u20AC\uD83D\uDE00`],
    ['JSON of Gson', raw`a+b/c\u003dd\u0026e\u003cf\u003eg\"h\u0027i` + '`' + raw`j\\k;l-é€😀`],
    [
      'JSON of PHP with every option',
      raw`a+b\/c=d\u0026e\u003Cf\u003Eg\u0022h\u0027i` + '`' + raw`j\\k;l-\u00E9\u20AC\uD83D\uDE00`,
    ],
    ['JSON of Jackson in ASCII', raw`a+b/c=d&e<f>g\"h'i` + '`' + raw`j\\k;l-\u00E9\u20AC\uD83D\uDE00`],
    [
      'a JavaScript string of Django',
      raw`a+b/c\u003Dd\u0026e\u003Cf\u003Eg\u0022h\u0027i\u0060j\u005Ck\u003Bl\u002Dé€😀`,
    ],
    ['HTML of .NET', 'a&#x2B;b/c=d&amp;e&lt;f&gt;g&quot;h&#x27;i`j\\k;l-&#xE9;&#x20AC;&#x1F600;'],
    ['HTML of Mustache', 'a+b&#x2F;c&#x3D;d&amp;e&lt;f&gt;g&quot;h&#39;i&#x60;j\\k;l-é€😀'],
    ['HTML of validator.js', 'a+b&#x2F;c=d&amp;e&lt;f&gt;g&quot;h&#x27;i&#96;j&#x5C;k;l-é€😀'],
    ['HTML of Underscore', 'a+b/c=d&amp;e&lt;f&gt;g&quot;h&#x27;i&#x60;j\\k;l-é€😀'],
    ['HTML of OWASP', 'a+b&#x2F;c=d&amp;e&lt;f&gt;g&quot;h&#x27;i`j\\k;l-é€😀'],
    ['XML in ASCII', 'a+b/c=d&amp;e&lt;f&gt;g"h\'i`j\\k;l-&#233;&#8364;&#128512;'],
    ['an attribute of XML in ASCII', "a+b/c=d&amp;e&lt;f&gt;g&quot;h'i`j\\k;l-&#233;&#8364;&#128512;"],
    ['hexadecimal', Buffer.from(secret).toString('hex')],
    ['hexadecimal with capital letters', Buffer.from(secret).toString('hex').toUpperCase()],
  ])('%s', (_, form) => {
    expect(mask([secret], `<${form}>`)).toBe('<***>');
  });
});

describe('a value is masked in the string literal', () => {
  test.each([
    ['of Python, with a backslash', raw`C:\dir\x`, raw`C:\\dir\\x`],
    ['of Python, in double quotes', raw`it's\me`, raw`it's\\me`],
    ['of Python, with both quotes', raw`it's "q"\me`, raw`it\'s "q"\\me`],
    ['of Python, whose other text has the other quote', `it's it`, raw`it\'s it`],
    ['of Python, with double quotes and lines', '{\n\t"k": "a\\nb"\r\n}', raw`{\n\t"k": "a\\nb"\r\n}`],
    ['of Python, with unprintable characters', 'abc\u001b\u00a0\u200b\u{e0001}', raw`abc\x1b\xa0\u200b\U000e0001`],
    ['of Python, printed by `ascii`', `é€😀-'"-é`, raw`\xe9\u20ac\U0001f600-\'"-\xe9`],
    ['of Python, as bytes', `é€😀-"q"`, raw`\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80-"q"`],
    ['of Python, as bytes with both quotes', `é-"q"-'q'`, raw`\xc3\xa9-"q"-\'q\'`],
    ['of Node, with every kind of quote', 'it\'s "a" `b`', 'it\\\'s "a" `b`'],
    ['of Node, with control characters', 'abc"\b\f\v\u001b\u007f\\é', raw`abc"\b\f\x0B\x1B\x7F\\é`],
  ])('%s', (_, secret, form) => {
    expect(mask([secret], `[<${form}>, 1]`)).toBe('[<***>, 1]');
  });

  test('of Python, line by line', () => {
    const secret = 'it\'s\tone "line"\na\\second line';
    expect(mask([secret], raw`['it\'s\tone "line"', 'a\\second line']`)).toBe(`['***', '***']`);
  });

  test('of Python, of 64 KiB in lines that have backslashes and quotes', () => {
    const key = Array.from({ length: 1500 }, (_, index) => `  "${index}": "it's a\\nkey-${index}",`).join('\n');
    const literal = key.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
    expect(mask([key], `'${literal}'`)).toBe(`'***'`);
  });
});

describe('a value is masked in a word of a shell', () => {
  const secret = 'abc`def$ghi"j\\k\'l';
  test.each([
    ['in double quotes, as `declare -p` writes it', secret, 'abc\\`def\\$ghi\\"j\\\\k\'l'],
    ['in single quotes, as `set` and `set -x` write it', secret, `abc\`def$ghi"j\\k'\\''l`],
    ['with backslashes, as `printf %q` writes it', secret, 'abc\\`def\\$ghi\\"j\\\\k\\\'l'],
    [
      'with backslashes before spaces and signs',
      'a b,(c)=[d]*^{e|f};?!<>&:~',
      raw`a\ b\,\(c\)=\[d\]\*\^\{e\|f\}\;\?\!\<\>\&:\~`,
    ],
    [
      'with control characters',
      'a\'$\\b"\nc\td\u0001e\u001bf\u007f\u0085\u2028',
      raw`a\'$\\b"\nc\td\001e\Ef\177\302\205\342\200\250`,
    ],
    ['with each short escape', 'abc\u0007\b\v\f\r', raw`abc\a\b\v\f\r`],
  ])('%s', (_, value, form) => {
    expect(mask([value], `x=<${form}>`)).toBe('x=<***>');
  });
});

test('a value of letters and digits has no form but itself, its base64 and its hexadecimal digits', () => {
  const value = 'hunter2Hunter3XyZ0123456789abcdef';
  const encoded = [0, 1, 2].map((offset) => Buffer.from('\0'.repeat(offset) + value).toString('base64'));
  const forms = new Set(maskedForms([value]));
  const hex = Buffer.from(value).toString('hex');
  for (const form of [value, hex, hex.toUpperCase()]) forms.delete(form);
  expect([...forms].filter((form) => !encoded.some((text) => text.includes(form)))).toEqual([]);
});

test('a value has at most 87 forms, and a line 26', () => {
  const line = `aé&<"'\\ \`$\u0001\u00a0/?+~😀>`;
  expect([...maskedForms([line])].length).toBeLessThanOrEqual(87);
  const withLines = [...maskedForms([`${line}\n${line}2`])].length;
  expect(withLines).toBeLessThanOrEqual(87 + 2 * 26);
});

test.each(['"', "'", '&', '\\', ' ', '\u0001', '\u007f', '\u0085', '\u200b', 'é', '€', '😀', '\u{e0001}', "'\\\n"])(
  'no form of a value of %j is longer than its bound',
  (unit) => {
    const value = unit.repeat(500);
    const longest = Math.max(...Array.from(maskedForms([value]), (form) => Buffer.byteLength(form)));
    expect(longest).toBeLessThanOrEqual(longestFormBytes([value]));
  },
);
