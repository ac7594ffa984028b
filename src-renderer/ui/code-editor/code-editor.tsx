import { Suspense } from 'react';
import { lazyComponent } from '../page/lazy-part.ts';
import type { CodeEditorProps } from './mounted-editor.tsx';

const Mounted = lazyComponent(() => import('./mounted-editor.tsx'), 'MountedEditor');

/** The code editor; it and its languages are loaded when it is first shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<div className="h-full animate-pulse bg-sunken" aria-hidden="true" />}>
      <Mounted {...props} />
    </Suspense>
  );
}
