/** As jsx-runtime.ts, for a development server. */
import { jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { visibleProps } from './visible-props.ts';

// biome-ignore lint/performance/noBarrelFile: a JSX runtime has these names
export { Fragment, type JSX } from 'react/jsx-runtime';

type DevArguments = [type: unknown, props: unknown, ...rest: unknown[]];

export const jsxDEV = (...[type, props, ...rest]: DevArguments): unknown =>
  (reactJsxDev as (...all: DevArguments) => unknown)(type, visibleProps(type, props), ...rest);
