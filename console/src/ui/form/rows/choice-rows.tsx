import { useState, type ComponentProps } from 'react';
import type { DocsPlace } from '../../../strings/docs.ts';
import { CheckField } from '../check-field.tsx';
import { FieldRefusal } from '../field-refusal.tsx';
import { NamedOptions, ValueOptions } from '../named-options.tsx';
import { RadioField } from '../radio-field.tsx';
import { SelectField } from '../text-field.tsx';
import type { Row } from './row.ts';

interface SelectRow<Value extends string> {
  readonly label: string;
  readonly docs?: DocsPlace;
  /** What each value is called. */
  readonly names: Readonly<Record<Value, string>>;
  /** Those that can be chosen, where it is not all of them. */
  readonly values?: readonly Value[];
  /** What each value means, below the field while it is chosen. */
  readonly hints?: Readonly<Record<NoInfer<Value>, string>>;
  readonly initial: NoInfer<Value>;
}

/** One of a few values that have names. */
export function selectRow<Value extends string>(row: SelectRow<Value>): Row<Value> {
  return {
    render: (name) => <ValueSelect row={row} name={name} />,
    read: (values, name) => chosenOf(row.names, values(name)) ?? row.initial,
  };
}

interface ValueSelectProps<Value extends string> {
  readonly row: SelectRow<Value>;
  readonly name: string;
}

function ValueSelect<Value extends string>({ row, name }: ValueSelectProps<Value>) {
  const { names, values, hints, initial, ...field } = row;
  const [chosen, setChosen] = useState(initial);
  return (
    <SelectField
      {...field}
      hint={hints?.[chosen]}
      name={name}
      value={chosen}
      param={name}
      onChange={({ target }) => setChosen(chosenOf(names, target.value) ?? initial)}
    >
      <ValueOptions of={names} {...(values && { values })} />
    </SelectField>
  );
}

interface RadioRow<Value extends string> {
  readonly legend: string;
  readonly options: ComponentProps<typeof RadioField<Value>>['options'];
  readonly initial: NoInfer<Value>;
}

/** One of a few values, each with what it means. */
export function radioRow<Value extends string>(row: RadioRow<Value>): Row<Value> {
  return {
    render: (name) => <Radios row={row} name={name} />,
    read: (values, name) => chosenOf(row.options, values(name)) ?? row.initial,
  };
}

interface RadiosProps<Value extends string> {
  readonly row: RadioRow<Value>;
  readonly name: string;
}

function Radios<Value extends string>({ row: { initial, ...field }, name }: RadiosProps<Value>) {
  const [chosen, setChosen] = useState(initial);
  return (
    <RadioField {...field} name={name} chosen={chosen} onChoose={setChosen}>
      <FieldRefusal param={name} />
    </RadioField>
  );
}

function chosenOf<Value extends string>(names: Readonly<Record<Value, unknown>>, text: string) {
  return (Object.keys(names) as Value[]).find((value) => value === text);
}

interface IdRow {
  readonly label: string;
  readonly of: ComponentProps<typeof NamedOptions>['of'];
}

/** One of the things that people know by their names. Sends its id. */
export function idRow({ of, ...field }: IdRow): Row<string> {
  return {
    render: (name) => (
      <SelectField {...field} name={name} required param={name}>
        <NamedOptions of={of} />
      </SelectField>
    ),
    read: (values, name) => values(name),
  };
}

interface CheckRow {
  readonly label: string;
  readonly initial: boolean;
}

export function checkRow({ label, initial }: CheckRow): Row<boolean> {
  return {
    render: (name) => <CheckField label={label} name={name} defaultChecked={initial} />,
    read: (values, name) => values(name) !== '',
  };
}
