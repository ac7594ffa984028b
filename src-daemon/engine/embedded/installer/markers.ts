import type { EnvironmentMarker } from 'pip-requirements-js';
import { compareMarker } from '../../../../src-shared/formats/requirements/marker.ts';
import { normalProject } from './wheel-name.ts';

/** Values of the environment markers (PEP 508) for the embedded interpreter. A test compares them with it. */
export const markerEnvironment: Readonly<Record<string, string>> = {
  os_name: 'posix',
  sys_platform: 'wasi',
  platform_machine: 'wasm32',
  platform_python_implementation: 'CPython',
  platform_release: '0.0.0',
  platform_system: 'wasi',
  platform_version: '0.0.0',
  python_version: '3.11',
  python_full_version: '3.11.3',
  implementation_name: 'cpython',
  implementation_version: '3.11.3',
};

/** Returns true if a marker applies here. `extra` is the requested extra; '' is none. */
export function holds(marker: EnvironmentMarker, extra: string): boolean {
  if (marker.operator === 'and') return holds(asMarker(marker.left), extra) && holds(asMarker(marker.right), extra);
  if (marker.operator === 'or') return holds(asMarker(marker.left), extra) || holds(asMarker(marker.right), extra);
  const { left, operator, right } = marker as { left: string; operator: string; right: string };
  if (left === 'extra' || right === 'extra') {
    const isSame = normalProject(unquoted(left === 'extra' ? right : left)) === normalProject(extra);
    return operator === '!=' ? !isSame : isSame;
  }
  return compareMarker(wordOf(left), operator, wordOf(right));
}

function asMarker(side: unknown): EnvironmentMarker {
  return side as EnvironmentMarker;
}

function wordOf(side: string): string {
  return markerEnvironment[side] ?? unquoted(side);
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
