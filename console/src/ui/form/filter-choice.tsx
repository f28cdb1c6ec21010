import { useId } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { FilterInput } from './filter-control.tsx';
import { useChoiceInput, type ChoiceInputParts } from './use-choice-input.ts';

interface FilterChoiceProps extends ChoiceInputParts {
  readonly label: string;
}

/** A filter whose value is chosen by its name from many. */
export function FilterChoice({ label, ...choice }: FilterChoiceProps) {
  const listId = useId();
  const { shown, names, input } = useChoiceInput(choice);
  return (
    <>
      <FilterInput
        label={label}
        isSet={shown !== ''}
        placeholder={uiStrings.filters.any}
        list={listId}
        size={8}
        className="md:max-w-36 md:min-w-14 md:field-sizing-content"
        {...input}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
