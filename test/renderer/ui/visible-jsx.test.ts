import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Fragment, jsx, jsxs } from '../../../src-renderer/ui/visible-jsx/jsx-runtime.ts';

const turned = 'exe\u202egpj';
const visible = 'exe‹U+202E›gpj';
const propsOf = (element: unknown) => (element as { props: Record<string, unknown> }).props;

test('text in an element of the page or a fragment is visible, in lists and attributes too', () => {
  const kept = createElement('b');
  expect(propsOf(jsx('p', { children: turned, title: turned, 'aria-label': turned }))).toEqual({
    children: visible,
    title: visible,
    'aria-label': visible,
  });
  expect(propsOf(jsxs('p', { children: ['plain', [turned, 7], kept] })).children).toEqual([
    'plain',
    [visible, 7],
    kept,
  ]);
  expect(propsOf(jsx(Fragment, { children: turned })).children).toBe(visible);
});

test('what is edited, what is plain and what a component is given stays the same', () => {
  const children = ['plain', 'Größe 👩‍💻'];
  expect(propsOf(jsxs('p', { children })).children).toBe(children);
  expect(propsOf(jsx('textarea', { value: turned })).value).toBe(turned);
  const component = () => null;
  expect(propsOf(jsx(component, { children: turned })).children).toBe(turned);
});
