import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { keyStrings } from '../../strings/keys.ts';
import { DAY_MS } from '../../api/day-range.ts';
import { formatDateTime } from '../../ui/text/format-time.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { useRefusal } from '../../ui/form/refusal.ts';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';

const { form: words } = keyStrings;
const EXPIRY_DAYS: Readonly<Record<string, number>> = { d30: 30, d90: 90, d365: 365 };
const CUSTOM = 'custom';
const KEEP = 'keep';

interface ExpiryFieldProps {
  /** When the key ends that is changed. Absent: a new key; null: never. */
  readonly current?: string | null;
}

/** When a key ends: after usual times, on a day, or never. */
export function ExpiryField({ current }: ExpiryFieldProps) {
  const [choice, setChoice] = useState(current ? KEEP : 'never');
  const [today] = useState(() => dayOf(Date.now()));
  const refused = fieldError(useRefusal(), 'expires_at');
  return (
    <>
      <SelectField
        label={words.expiry}
        name="expiry"
        value={choice}
        onChange={({ target }) => setChoice(target.value)}
        error={choice === CUSTOM ? undefined : refused}
      >
        {current && <option value={KEEP}>{formatDateTime(current)}</option>}
        <ValueOptions of={words.expiries} />
      </SelectField>
      {choice === CUSTOM && (
        <TextField
          label={words.expiryDay}
          hint={words.expiryDayHint}
          name="expiry day"
          type="date"
          min={today}
          required
          error={refused}
        />
      )}
    </>
  );
}

/** What the field says: RFC 3339, null for never, undefined for what it was. */
export function expiryOf(values: FormValues, nowMs: number): string | null | undefined {
  const choice = values('expiry');
  if (choice === KEEP) return undefined;
  if (choice === CUSTOM) return endOfDay(values('expiry day'));
  const days = EXPIRY_DAYS[choice];
  return days === undefined ? null : new Date(nowMs + days * DAY_MS).toISOString();
}

/** A day is that of the person who chose it, and the key still works on it. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

function dayOf(ms: number): string {
  const date = new Date(ms);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
