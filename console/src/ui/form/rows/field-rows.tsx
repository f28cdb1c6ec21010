import { Fragment, type ReactNode } from 'react';
import type { Rows } from './row.ts';

/** The fields of the rows, in their order. */
export function FieldRows<Values>({ rows }: { readonly rows: Rows<Values> }) {
  const fields: ReactNode[] = [];
  for (const name in rows) fields.push(<Fragment key={name}>{rows[name].render(name)}</Fragment>);
  return fields;
}
