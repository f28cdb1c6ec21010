import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface FilterControlProps {
  readonly label: string;
  /** It narrows the list down at present. */
  readonly isSet: boolean;
  /** Gets the id of the control. */
  readonly children: (id: string) => ReactNode;
}

/** Looks of one filter: its name and its value in one frame. The name has the id of the control with `-label` after it. */
export function FilterControl({ label, isSet, children }: FilterControlProps) {
  const id = useId();
  return (
    <div
      className={classNames(
        'flex h-9 min-w-0 items-center rounded-md border bg-surface pl-2.5 text-[13px] focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
        isSet ? 'border-accent' : 'border-edge',
      )}
    >
      <label id={`${id}-label`} htmlFor={id} className="shrink-0 text-quiet">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Looks of a control inside the frame. */
export const INSIDE_FILTER =
  'h-full min-w-0 grow rounded-md bg-transparent pr-1.5 pl-1.5 font-medium text-ink outline-none';

interface FilterSelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly label: string;
  /** Empty: no filter. */
  readonly value: string;
  /** What stands for no filter. */
  readonly none?: string;
  readonly onChoose: (value: string) => void;
}

/** The browser's own list. */
export function FilterSelect({ label, value, none, onChoose, children, ...select }: FilterSelectProps) {
  return (
    <FilterControl label={label} isSet={value !== (none ?? '')}>
      {(id) => (
        <select
          {...select}
          id={id}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
          className={classNames(INSIDE_FILTER, 'max-w-36 field-sizing-content max-md:max-w-none')}
        >
          {children}
        </select>
      )}
    </FilterControl>
  );
}

/** Something typed; `list` and the like as an input takes them. */
export function FilterInput({
  label,
  isSet,
  className,
  ...input
}: ComponentProps<'input'> & Pick<FilterControlProps, 'label' | 'isSet'>) {
  return (
    <FilterControl label={label} isSet={isSet}>
      {(id) => (
        <input
          {...input}
          id={id}
          className={classNames(INSIDE_FILTER, 'placeholder:font-normal placeholder:text-quiet', className)}
        />
      )}
    </FilterControl>
  );
}
