import { Suspense } from 'react';
import { lazyComponent } from '../page/lazy-part.ts';
import type { CodeDiffProps } from './mounted-diff.tsx';

const Mounted = lazyComponent(() => import('./mounted-diff.tsx'), 'MountedDiff');

/** Two versions of code and what is different; loaded when it is first shown. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<div className="h-64 animate-pulse bg-sunken" aria-hidden="true" />}>
      <Mounted {...props} />
    </Suspense>
  );
}
