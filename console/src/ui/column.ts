import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  readonly header: string;
  /** Where other columns may have the same header. */
  readonly id?: string;
  readonly cell: (row: Row) => ReactNode;
  /** A width class. Without one it shares what the others leave. */
  readonly width?: string;
  /** On narrow screens it stands below the first cell, under its header. */
  readonly wide?: boolean;
  readonly align?: 'right';
  /** The header is only for those who hear it. */
  readonly hiddenHeader?: boolean;
  /** What the list sorts by when the header is pressed, and in which order first. */
  readonly sort?: { readonly by: string; readonly first: Sorting['order'] };
}

/** The order of a list. */
export interface Sorting {
  readonly by: string;
  readonly order: 'asc' | 'desc';
  readonly onSort: (by: string, order: 'asc' | 'desc') => void;
}

export function cellClass<Row>({ width, align }: Column<Row>): string {
  return classNames('px-3 md:px-4', width, align === 'right' && 'text-right');
}
