/**
 * The JSX runtime of the interface: React's runtime, which also makes hidden characters visible in every text of the
 * page, so that no screen can omit it. Editable text (`value`) and copied or saved text do not change. The compiler
 * imports it (`jsxImportSource` in tsconfig.json and electron.vite.config.ts).
 */
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { visibleProps } from './visible-props.ts';

// biome-ignore lint/performance/noBarrelFile: a JSX runtime has these names
export { Fragment, type JSX } from 'react/jsx-runtime';

export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, visibleProps(type, props), key);

export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, visibleProps(type, props), key);
