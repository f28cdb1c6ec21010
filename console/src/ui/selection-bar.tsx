import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { IconButton } from './button.tsx';
import { formatCount } from './text/format.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** What can be done with the rows that are selected. Below the table, where it moves no row from under the mouse. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section
      aria-label={uiStrings.selection.label}
      className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-raised"
    >
      <p role="status" className="mr-2 font-medium tabular-nums">
        {uiStrings.selection.count(formatCount(count))}
      </p>
      {children}
      <IconButton label={uiStrings.selection.clear} icon={X} onClick={onClear} />
    </section>
  );
}
