import { Popover } from 'radix-ui';
import { useId } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { ChoiceList } from './choice-list.tsx';
import { FilterInput } from './filter-control.tsx';
import { useChoiceInput, type ChoiceInputParts } from './use-choice-input.ts';

interface FilterChoiceProps extends ChoiceInputParts {
  readonly label: string;
}

/** A filter whose value is chosen by its name from many. */
export function FilterChoice({ label, ...choice }: FilterChoiceProps) {
  const listId = useId();
  const { shown, listed, active, take, input } = useChoiceInput(choice);
  const isOpen = listed.length > 0;
  return (
    <Popover.Root open={isOpen}>
      <Popover.Anchor className="min-w-0">
        <FilterInput
          label={label}
          isSet={shown !== ''}
          placeholder={uiStrings.filters.any}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
          size={8}
          className="md:max-w-36 md:min-w-14 md:field-sizing-content"
          {...input}
        />
      </Popover.Anchor>
      <ChoiceList id={listId} choices={listed} active={active} onTake={take} />
    </Popover.Root>
  );
}
