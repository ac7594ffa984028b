import type { ReactNode } from 'react';

interface TableProps {
  columns: readonly string[];
  /** Accessible name of the last column, which has the buttons. */
  change: string;
  children: ReactNode;
}

/** A table with buttons in its last column; it scrolls horizontally in a narrow window. */
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
