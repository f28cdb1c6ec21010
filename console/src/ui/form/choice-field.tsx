import { ValueOptions } from './named-options.tsx';
import { SelectField } from './text-field.tsx';

interface ChoiceFieldProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  /** What each is called, in their order. */
  readonly names: Readonly<Record<Name, string>>;
  readonly onChange: (name: Name) => void;
}

/** One of a few views of a page. It shows at once, without a button. */
export function ChoiceField<Name extends string>({ label, value, names, onChange }: ChoiceFieldProps<Name>) {
  return (
    <div className="w-60 max-sm:w-full">
      <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value as Name)}>
        <ValueOptions of={names} />
      </SelectField>
    </div>
  );
}
