import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

/** The class of cells that only a wide window shows. */
export const wideOnly = 'max-[1200px]:hidden';

interface TableProps {
  /** The cells of a column that is `wide` need {@link wideOnly} too. */
  columns: readonly (string | { name: string; wide: boolean })[];
  /** Accessible name of the last column, which has the buttons. */
  change: string;
  children: ReactNode;
}

/** The cells have the borders: those of rows and of collapsed cells do not move with a sticky cell. */
const borders = 'border-separate border-spacing-0 [&_tr>*]:border-line [&_tbody_tr>*]:border-t';
const lastColumn =
  '[&_tr>:last-child]:sticky [&_tr>:last-child]:right-0 [&_tr>:last-child]:border-l [&_tr>:last-child]:bg-surface';

/** A table with buttons in its last column, which stays visible while the table scrolls horizontally in a narrow window. */
export function Table({ columns, change, children }: TableProps) {
  return (
    <div className="relative overflow-x-auto rounded-b-panel">
      <table className={classes('w-full text-sm', borders, lastColumn)}>
        <thead>
          <tr className="text-left text-xs text-muted">
            {columns.map((column) => {
              const { name, wide } = typeof column === 'string' ? { name: column, wide: false } : column;
              return (
                <th
                  key={name}
                  scope="col"
                  className={classes('px-4 py-2 font-medium whitespace-nowrap', wide && wideOnly)}
                >
                  {name}
                </th>
              );
            })}
            <th scope="col" className="px-4 py-2">
              <span className="sr-only">{change}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
