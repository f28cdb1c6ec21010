import { Link } from '@tanstack/react-router';
import { uiStrings } from '../strings/ui.ts';
import { linkClass } from './link-class.ts';
import { useListedPage } from './page-row.ts';

interface BreadcrumbProps {
  /** What the page is about. */
  readonly name: string;
}

/** Above the heading of a page: the page of the navigation that it belongs to. */
export function Breadcrumb({ name }: BreadcrumbProps) {
  const listed = useListedPage();
  return (
    <nav aria-label={uiStrings.breadcrumb} className="mb-1 text-[13px] text-quiet">
      <ol className="flex min-w-0 gap-1.5">
        {listed && (
          <li className="shrink-0">
            <Link to={listed.path} className={linkClass}>
              {listed.title}
            </Link>
          </li>
        )}
        <li aria-hidden>/</li>
        <li aria-current="page" className="min-w-0 truncate">
          {name}
        </li>
      </ol>
    </nav>
  );
}
