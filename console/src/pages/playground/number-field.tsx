import { TextField } from '../../ui/form/text-field.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly min: number;
  readonly max?: number | undefined;
  /** Absent: whole numbers. */
  readonly step?: number;
  readonly value: number | undefined;
  /** Undefined: the field is empty, or what is in it is no such number. */
  readonly onChange: (value: number | undefined) => void;
}

/** A number that may be left out. */
export function NumberField({ label, hint, min, max, step = 1, value, onChange }: NumberFieldProps) {
  const isFitting = (number: number) => number >= min && number <= (max ?? Infinity);
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={min}
      max={max}
      step={step}
      // What was typed stays in the field, also while it is no number: it is put there once.
      defaultValue={value}
      onChange={({ target: { valueAsNumber: number } }) => {
        const rounded = step === 1 ? Math.floor(number) : number;
        onChange(isFitting(rounded) ? rounded : undefined);
      }}
    />
  );
}
