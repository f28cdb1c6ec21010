import { useId } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { choiceInput, type Choice } from './choice-input.ts';
import { FilterInput } from './filter-control.tsx';

interface FilterChoiceProps {
  readonly label: string;
  /** An id. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChoose: (id: string) => void;
}

/** A filter whose value is chosen by its name from many. */
export function FilterChoice({ label, ...choice }: FilterChoiceProps) {
  const listId = useId();
  const { shown, names, input } = choiceInput(choice);
  return (
    <>
      <FilterInput
        key={shown}
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
