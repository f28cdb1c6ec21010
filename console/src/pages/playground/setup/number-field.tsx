import { useState } from 'react';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatNumber } from '../../../ui/text/format.ts';

const { numbers: words } = playgroundSetupStrings;

interface NumberFieldProps extends NumberRange {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: number | undefined;
  /** Undefined: the field is empty, or what is in it is no number. */
  readonly onChange: (value: number | undefined) => void;
}

interface NumberRange {
  readonly min: number;
  readonly max?: number | undefined;
  /** Absent: whole numbers. */
  readonly step?: number;
}

/**
 * A number that may be left out. One that does not fit is named as wrong and sent all the same: the call is refused, while another number
 * in its place would be one that nobody sees.
 */
export function NumberField({ label, hint, value, onChange, ...range }: NumberFieldProps) {
  const [isNumber, setIsNumber] = useState(true);
  const { min, max, step = 1 } = range;
  return (
    <TextField
      label={label}
      hint={hint}
      error={isNumber && isFitting(value, range) ? undefined : needed(range)}
      type="number"
      min={min}
      max={max}
      step={step}
      // What was typed stays in the field, also while it is no number: it is put there once.
      defaultValue={value}
      onChange={({ target: { valueAsNumber: number, validity } }) => {
        setIsNumber(!validity.badInput);
        onChange(Number.isNaN(number) ? undefined : number);
      }}
    />
  );
}

function isFitting(value: number | undefined, { min, max = Infinity, step }: NumberRange): boolean {
  if (value === undefined) return true;
  return value >= min && value <= max && (step !== undefined || Number.isInteger(value));
}

function needed({ min, max, step }: NumberRange): string {
  const kind = step === undefined ? words.whole : words.any;
  return max === undefined
    ? words.atLeast(kind, formatNumber(min))
    : words.between(kind, formatNumber(min), formatNumber(max));
}
