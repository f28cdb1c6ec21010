import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps & ComponentProps<'input'>;

export function TextField({
  label,
  hint,
  docs,
  error,
  param,
  optional = false,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} docs={docs} error={error} param={param} optional={optional}>
      {(control) => <input {...input} {...control} className={controlClass(className)} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  docs,
  error,
  param,
  optional = false,
  className,
  ...input
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} docs={docs} error={error} param={param} optional={optional}>
      {(control) => <textarea rows={4} {...input} {...control} className={controlClass(className)} />}
    </Field>
  );
}

/** The browser's own list: it works with every keyboard, reader and phone. */
export function SelectField({
  label,
  hint,
  docs,
  error,
  param,
  optional = false,
  className,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} docs={docs} error={error} param={param} optional={optional}>
      {(control) => <select {...select} {...control} className={controlClass(className)} />}
    </Field>
  );
}
