import type { ReactNode } from 'react';
import type { FormValues } from '../form.tsx';

/** One row of a form: what it shows, and the value that it sends. */
export interface Row<Value> {
  /** `name` is the row's own: the field of the request, beside which the service's refusals of it are shown. */
  readonly render: (name: string) => ReactNode;
  readonly read: (values: FormValues, name: string) => Value;
}

/** The rows of a form in their order, by the fields of the request. What the form sends has the type that follows from them. */
export type Rows<Values> = { readonly [Name in keyof Values]: Row<Values[Name]> };

export function readRows<Values>(rows: Rows<Values>, values: FormValues): Values {
  const read: Partial<Values> = {};
  for (const name in rows) read[name] = rows[name].read(values, name);
  return read as Values;
}

/** A row without a field, for what is sent as it is. */
export function keptRow<Value>(value: Value): Row<Value> {
  return { render: () => null, read: () => value };
}

/** A row that sends `empty` for an empty text; undefined leaves the field out of the request. */
export function emptyAs<Text extends string, Empty>(
  empty: Empty,
  { render, read }: Row<Text>,
): Row<Exclude<Text, ''> | Empty> {
  return {
    render,
    read(values, name) {
      const text = read(values, name);
      return isFilled(text) ? text : empty;
    },
  };
}

function isFilled<Text extends string>(text: Text): text is Exclude<Text, ''> {
  return text !== '';
}
