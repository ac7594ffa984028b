/** Streams of a run that are resources. */
export const runStreams = ['stdout', 'stderr'] as const;
export type RunStream = (typeof runStreams)[number];

/** Parts of a run that are text resources. `code` is absent for stored scripts, whose code no agent reads. */
export const runParts = [...runStreams, 'code'] as const;
export type RunPart = (typeof runParts)[number];

/** URI templates of the resources (RFC 6570), by name. */
export const templates = {
  run: 'strongroom://executions/{id}',
  'run-part': 'strongroom://executions/{id}/{part}',
  'run-file': 'strongroom://executions/{id}/files/{+path}',
  language: 'strongroom://languages/{language}',
  script: 'strongroom://scripts/{name}',
} as const;

/** Returns the URI of a run. */
export function runUri(id: string): string {
  return `strongroom://executions/${encodeURIComponent(id)}`;
}

/** Returns the URI of the text of a run. */
export function outputUri(id: string, part: RunPart): string {
  return `${runUri(id)}/${part}`;
}

/** Returns the URI of a result file of a run. */
export function fileUri(id: string, path: string): string {
  return `${runUri(id)}/files/${path.split('/').map(encodeURIComponent).join('/')}`;
}
