import type { ComponentProps } from 'react';
import { CodeField } from '../code-field.tsx';
import { LinesField, linesOf } from '../lines-field.tsx';
import { TextAreaField, TextField } from '../text-field.tsx';
import type { Row } from './row.ts';

/** What a field takes, but for what its row knows. It is required unless it is optional, or says otherwise. */
type FieldOf<Field extends (props: never) => unknown> = Omit<
  Parameters<Field>[0],
  'name' | 'param' | 'defaultValue' | 'lines'
>;

interface Initial {
  readonly initial?: string | null | undefined;
}

/** A line of text, without the spaces around it. */
export function textRow({ initial, ...field }: FieldOf<typeof TextField> & Initial): Row<string> {
  return {
    render: (name) => (
      <TextField
        required={!field.optional}
        {...field}
        name={name}
        defaultValue={initial ?? ''}
        param={name}
      />
    ),
    read: (values, name) => values(name).trim(),
  };
}

/** Text of several lines, as it was typed. */
export function longTextRow({ initial, ...field }: FieldOf<typeof TextAreaField> & Initial): Row<string> {
  return {
    render: (name) => (
      <TextAreaField
        required={!field.optional}
        {...field}
        name={name}
        defaultValue={initial ?? ''}
        param={name}
      />
    ),
    read: (values, name) => values(name),
  };
}

/** An amount of US dollars, as decimal text. */
export function usdRow(field: FieldOf<typeof TextField> & Initial): Row<string> {
  return textRow({ inputMode: 'decimal', autoComplete: 'off', ...field });
}

export function numberRow({
  initial,
  ...field
}: FieldOf<typeof TextField> & { readonly initial: number }): Row<number> {
  return {
    render: (name) => (
      <TextField {...field} type="number" name={name} defaultValue={initial} required param={name} />
    ),
    read: (values, name) => Number(values(name)),
  };
}

/** A list, one entry a line. */
export function linesRow({
  initial,
  ...field
}: FieldOf<typeof LinesField> & { readonly initial?: readonly string[] | undefined }): Row<string[]> {
  return {
    render: (name) => <LinesField {...field} name={name} lines={initial} param={name} />,
    read: (values, name) => linesOf(values(name)),
  };
}

/** A fresh code of an authenticator app. */
export function codeRow(field: Omit<ComponentProps<typeof CodeField>, 'name'>): Row<string> {
  return {
    render: (name) => <CodeField {...field} name={name} />,
    read: (values, name) => values(name),
  };
}
