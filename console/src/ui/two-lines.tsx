import type { ReactNode } from 'react';

/** A cell of a name and, below it, what tells it from others. */
export function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col leading-tight">
      <span className="truncate font-medium">{first}</span>
      <span className="truncate text-[13px] text-quiet">{second}</span>
    </span>
  );
}
