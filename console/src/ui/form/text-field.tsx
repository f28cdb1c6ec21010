import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, type FieldProps } from './field.tsx';

type ControlOf<Tag extends 'input' | 'textarea' | 'select'> = FieldProps & ComponentProps<Tag>;

export function TextField({ className, ...props }: ControlOf<'input'>) {
  const [field, input] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <input {...input} {...control} className={controlClass(className)} />}
    </Field>
  );
}

export function TextAreaField({ className, ...props }: ControlOf<'textarea'>) {
  const [field, input] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <textarea rows={4} {...input} {...control} className={controlClass(className)} />}
    </Field>
  );
}

/** The browser's own list: it works with every keyboard, reader and phone. */
export function SelectField({ className, ...props }: ControlOf<'select'>) {
  const [field, select] = splitField(props);
  return (
    <Field {...field}>
      {(control) => <select {...select} {...control} className={controlClass(className)} />}
    </Field>
  );
}

/** What the field around a control takes, and the rest, which is the control's. */
function splitField<Props extends FieldProps>({
  label,
  hint,
  docs,
  error,
  param,
  missing,
  optional = false,
  ...control
}: Props): readonly [FieldProps, Omit<Props, keyof FieldProps>] {
  return [{ label, hint, docs, error, param, missing, optional }, control];
}
