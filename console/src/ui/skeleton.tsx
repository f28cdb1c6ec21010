import { uiStrings } from '../strings/ui.ts';
import { classNames } from './class-names.ts';

/** The place of something that is on its way. `className` gives its size. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded-md bg-hover', className)} />;
}

/** In place of a page or a list. */
export function SkeletonLines({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{uiStrings.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={classNames('h-9', line % 3 === 2 ? 'w-3/4' : 'w-full')} />
      ))}
    </div>
  );
}
