import { Popover } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { classNames } from '../class-names.ts';
import type { Choice } from './choices.ts';

interface ChoiceListProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  /** The one that Enter takes. */
  readonly active: number;
  readonly onTake: (choice: Choice) => void;
}

/** Below a field, which keeps the focus and handles the keys: what matches its text. */
export function ChoiceList({ id, choices, active, onTake }: ChoiceListProps) {
  return (
    <Popover.Content
      id={id}
      role="listbox"
      aria-label={uiStrings.filters.suggestions}
      align="start"
      sideOffset={6}
      collisionPadding={8}
      // To leave the field would end the search.
      onMouseDown={(event) => event.preventDefault()}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => event.preventDefault()}
      className="z-40 max-h-72 max-w-80 min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
    >
      {choices.map((choice, index) => (
        <ChoiceOption
          key={choice.id}
          id={`${id}-${index}`}
          choice={choice}
          isActive={index === active}
          onTake={() => onTake(choice)}
        />
      ))}
    </Popover.Content>
  );
}

interface ChoiceOptionProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly onTake: () => void;
}

function ChoiceOption({ id, choice: { name, more }, isActive, onTake }: ChoiceOptionProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={element}
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onTake}
      className={classNames(
        'flex min-h-9 w-full flex-col justify-center text-left rounded-md px-2.5 py-1 leading-tight wrap-anywhere hover:bg-hover',
        isActive && 'bg-hover',
      )}
    >
      {name}
      {more !== undefined && <span className="text-[13px] text-quiet">{more}</span>}
    </button>
  );
}
