import { useId, type ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

interface Suggestion {
  readonly value: string;
  /** What it stands for, where the value does not say it. */
  readonly label?: string;
}

type SuggestFieldProps = ComponentProps<typeof TextField> & { readonly suggestions: readonly Suggestion[] };

/** A text that the browser completes from suggestions; any other can be typed. */
export function SuggestField({ suggestions, ...field }: SuggestFieldProps) {
  const listId = useId();
  return (
    <>
      <TextField {...field} list={listId} spellCheck={false} />
      <datalist id={listId}>
        {suggestions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}
