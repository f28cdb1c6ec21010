import { requestStrings } from '../../strings/requests.ts';
import { choiceInput, type Choice } from '../../ui/form/choice-input.ts';
import { SuggestField } from '../../ui/form/suggest-field.tsx';

interface FilterSuggestProps {
  readonly label: string;
  /** An id. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

/** Something chosen by its name from many, or by its id. */
export function FilterSuggest({ label, ...choice }: FilterSuggestProps) {
  const { shown, names, input } = choiceInput(choice);
  return (
    <SuggestField
      key={shown}
      label={label}
      placeholder={requestStrings.filters.any}
      suggestions={names.map((value) => ({ value }))}
      {...input}
    />
  );
}
