import { CalendarDays, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { classNames } from '../class-names.ts';
import { SkeletonLines } from '../skeleton.tsx';
import type { DayRange } from '../../api/day-range.ts';
import { controlClass } from './control-class.ts';
import { FilterControl, INSIDE_FILTER } from './filter-control.tsx';

const Calendar = lazy(() => import('./calendar.tsx').then((module) => ({ default: module.Calendar })));

/** A usual range, chosen by one press. */
export interface RangePreset {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

interface RangePickerProps extends Omit<RangePopoverProps, 'id' | 'className'> {
  readonly label: string;
}

/** A button that opens usual ranges and a calendar for any other. What is chosen applies at once. */
export function RangePicker({ label, ...popover }: RangePickerProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <RangePopover {...popover} id={id} className={controlClass()} />
    </div>
  );
}

interface RangeFilterProps extends RangePickerProps {
  readonly isSet: boolean;
}

/** The same among other filters of a list. */
export function RangeFilter({ label, isSet, ...popover }: RangeFilterProps) {
  return (
    <FilterControl label={label} isSet={isSet}>
      {(id) => <RangePopover {...popover} id={id} className={INSIDE_FILTER} />}
    </FilterControl>
  );
}

interface RangePopoverProps extends Omit<ChoicesProps, 'onChosen'> {
  /** Of the button. Its name has the same with `-label` after it. */
  readonly id: string;
  readonly className: string;
  /** What is chosen, as the button says it. */
  readonly shown: string;
}

function RangePopover({ id, className, shown, ...choices }: RangePopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        id={id}
        aria-labelledby={`${id}-label ${id}`}
        className={classNames(className, 'flex items-center gap-2 text-left')}
      >
        <CalendarDays aria-hidden size={16} className="shrink-0 text-quiet" />
        <span className="min-w-0 flex-1">{shown}</span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-quiet" />
      </Popover.Trigger>
      <Popover.Content
        aria-labelledby={`${id}-label`}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className="z-40 flex max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) overflow-y-auto rounded-lg border border-line bg-raised shadow-raised max-sm:flex-col"
      >
        <Choices {...choices} onChosen={() => setIsOpen(false)} />
      </Popover.Content>
    </Popover.Root>
  );
}

interface ChoicesProps {
  readonly presets: readonly RangePreset[];
  /** Undefined: the calendar shows nothing as chosen. */
  readonly days: DayRange | undefined;
  /** The last day that can be chosen. */
  readonly last: string;
  readonly onDays: (range: DayRange) => void;
  /** Below the calendar. */
  readonly children?: ReactNode;
  readonly onChosen: () => void;
}

function Choices({ presets, days, last, onDays, onChosen, children }: ChoicesProps) {
  return (
    <>
      <Presets presets={presets} onChosen={onChosen} />
      <div className="flex flex-col gap-3 p-3">
        {/* As large as the calendar will be. */}
        <div className="min-h-75 min-w-63">
          <Suspense fallback={<SkeletonLines />}>
            <Calendar
              label={uiStrings.range.custom}
              value={days}
              last={last}
              onChange={(range) => {
                onDays(range);
                if (children === undefined) onChosen();
              }}
            />
          </Suspense>
        </div>
        {children}
      </div>
    </>
  );
}

interface PresetsProps {
  readonly presets: readonly RangePreset[];
  readonly onChosen: () => void;
}

function Presets({ presets, onChosen }: PresetsProps) {
  return (
    <div className="flex gap-0.5 border-line p-2 max-sm:flex-wrap max-sm:border-b sm:w-36 sm:shrink-0 sm:flex-col sm:border-r">
      {presets.map(({ label, isChosen, onChoose }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isChosen}
          onClick={() => {
            onChoose();
            onChosen();
          }}
          className={classNames(
            'min-h-9 rounded-md px-2.5 text-left hover:bg-hover',
            isChosen && 'bg-accent-soft font-medium',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
