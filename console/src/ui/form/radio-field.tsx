import type { ReactNode } from 'react';
import { CheckField } from './check-field.tsx';

interface RadioFieldProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  /** What can be chosen, in its order. */
  readonly options: Readonly<Record<Value, { readonly label: string; readonly hint?: string }>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** Below the options. */
  readonly children?: ReactNode;
}

/** One of a few, each with what it means. The value goes with the form under the name. */
export function RadioField<Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
  children,
}: RadioFieldProps<Value>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {(Object.keys(options) as Value[]).map((value) => (
        <CheckField
          key={value}
          type="radio"
          name={name}
          value={value}
          checked={chosen === value}
          onChange={() => onChoose(value)}
          {...options[value]}
        />
      ))}
      {children}
    </fieldset>
  );
}
