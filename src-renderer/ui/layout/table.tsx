import type { ReactNode } from 'react';

interface TableProps {
  columns: readonly string[];
  /** What the buttons of the last column do, for those who cannot see them. */
  change: string;
  children: ReactNode;
}

/** Rows of facts with buttons at their end; it scrolls by itself where the window is narrow. */
export function Table({ columns, change, children }: TableProps) {
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-4 py-2 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
            <th scope="col" className="px-4 py-2">
              <span className="sr-only">{change}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}
