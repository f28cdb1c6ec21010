import type { ReactNode } from 'react';
import { uiStrings } from '../strings/ui.ts';

interface BreadcrumbProps {
  /** What the page is about. */
  readonly name: string;
  /** The link to the list that it belongs to. */
  readonly children: ReactNode;
}

/** Above the heading of a page: where it belongs. */
export function Breadcrumb({ name, children }: BreadcrumbProps) {
  return (
    <nav aria-label={uiStrings.breadcrumb} className="mb-1 text-[13px] text-quiet">
      <ol className="flex min-w-0 gap-1.5">
        <li className="shrink-0">{children}</li>
        <li aria-hidden>/</li>
        <li aria-current="page" className="min-w-0 truncate">
          {name}
        </li>
      </ol>
    </nav>
  );
}
