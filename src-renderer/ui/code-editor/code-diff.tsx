import { Suspense } from 'react';
import { lazyComponent } from '../page/lazy-part.ts';
import type { CodeDiffProps } from './mounted-diff.tsx';

const Mounted = lazyComponent(() => import('./mounted-diff.tsx'), 'MountedDiff');

/** Shows the changes between two versions of code; loaded when it is first shown. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<div className="h-64 animate-pulse bg-sunken" aria-hidden="true" />}>
      <Mounted {...props} />
    </Suspense>
  );
}
