/**
 * The JSX runtime of the interface: React's own, with the hidden characters of every text made visible on its way to an
 * element of the page. So no screen can forget it. What a user edits (`value`) and what is copied or saved stays as it is.
 * The compiler imports it (`jsxImportSource` in tsconfig.json and electron.vite.config.ts).
 */
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { visibleProps } from './visible-props.ts';

// biome-ignore lint/performance/noBarrelFile: a JSX runtime has these names
export { Fragment, type JSX } from 'react/jsx-runtime';

export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, visibleProps(type, props), key);

export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, visibleProps(type, props), key);
