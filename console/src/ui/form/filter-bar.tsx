import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { useNarrow } from '../use-narrow.ts';

interface FilterBarProps {
  /** How many filters are set, the search not among them. */
  readonly active: number;
  readonly onClear: () => void;
  /** The field that is seen on every screen. */
  readonly search?: ReactNode;
  readonly children: ReactNode;
}

/** What a list is narrowed down by, in one line; on a narrow screen all but the search are folded away. */
export function FilterBar({ active, onClear, search, children }: FilterBarProps) {
  const isNarrow = useNarrow();
  const clear = active > 0 && (
    <Button look="quiet" onClick={onClear}>
      {uiStrings.filters.clear}
    </Button>
  );
  if (isNarrow) {
    return (
      <div role="search" aria-label={uiStrings.filters.label} className="flex flex-col gap-2">
        {search}
        <details className="rounded-lg border border-line bg-surface px-3 open:pb-3">
          <summary className="flex min-h-9 cursor-pointer items-center gap-2 text-[13px] font-medium">
            <SlidersHorizontal aria-hidden size={14} className="text-quiet" />
            {uiStrings.filters.shown(active)}
          </summary>
          <div className="flex flex-col items-stretch gap-2 pt-1">
            {children}
            {clear}
          </div>
        </details>
      </div>
    );
  }
  return (
    <div role="search" aria-label={uiStrings.filters.label} className="flex flex-wrap items-center gap-2">
      {search}
      {children}
      {clear}
    </div>
  );
}
