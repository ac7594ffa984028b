import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Content of an empty area: what appears here and how to add it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-10 text-center font-sans text-base">
      <div className="text-muted" aria-hidden="true">
        {icon}
      </div>
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-md text-sm text-balance text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Placeholder while data is loading. */
export function LoadingRows({ rows = 4, label }: { rows?: number; label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2 p-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="h-6 animate-pulse rounded-control bg-sunken" aria-hidden="true" />
      ))}
    </div>
  );
}
