import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './mounted-editor.tsx';

const Mounted = lazy(() => import('./mounted-editor.tsx').then((module) => ({ default: module.MountedEditor })));

/** The editor for code; it and its languages are loaded when it is first shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<div className="h-full animate-pulse bg-sunken" aria-hidden="true" />}>
      <Mounted {...props} />
    </Suspense>
  );
}
