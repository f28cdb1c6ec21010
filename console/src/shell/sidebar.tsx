import { Link, type LinkProps } from '@tanstack/react-router';
import { BookOpen, Menu as MenuIcon, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { DOCS_HOME } from '../strings/docs.ts';
import { shellStrings } from '../strings/shell.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useEscape } from '../ui/overlay/use-escape.ts';
import { Logo } from './logo.tsx';
import { NavigationPane } from './navigation-pane.tsx';

export interface SidebarParts {
  /** The first page, which the logo leads to, and what that link says. */
  readonly home: NonNullable<LinkProps['to']>;
  readonly homeLabel: string;
  /** Beside the logo: where one is. */
  readonly top: ReactNode;
  readonly navigation: ReactNode;
  /** Who one is. */
  readonly foot: ReactNode;
}

/**
 * Beside the page; on narrow screens above it, with the navigation folded away. `path` is the page's: going to one folds it. The
 * organization stands in one line with the heading of the page.
 */
export function Sidebar({
  path,
  home,
  homeLabel,
  top,
  navigation,
  foot,
}: SidebarParts & { readonly path: string | undefined }) {
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt !== undefined && openAt === path;
  const toggle = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    setOpenAt(undefined);
    toggle.current?.focus();
  });
  return (
    <header className="sticky top-0 z-30 border-line bg-surface max-md:border-b md:flex md:h-dvh md:flex-col md:border-r">
      <div className="flex h-14 items-center gap-1 px-3 md:mt-4.5">
        <Link to={home} aria-label={homeLabel} className="rounded-md p-1">
          <Logo />
        </Link>
        <div className="min-w-0 flex-1">{top}</div>
        <IconButton
          ref={toggle}
          label={isOpen ? shellStrings.closeNavigation : shellStrings.openNavigation}
          icon={isOpen ? X : MenuIcon}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpenAt(isOpen ? undefined : path)}
          className="md:hidden"
        />
      </div>
      <div
        id="navigation"
        className={classNames(
          'flex min-h-0 flex-1 flex-col max-md:max-h-[calc(100dvh-3.5rem)] max-md:border-t max-md:border-line',
          !isOpen && 'max-md:hidden',
        )}
      >
        <NavigationPane path={path}>{navigation}</NavigationPane>
        <div className="border-t border-line p-3">
          <DocumentationLink />
          {foot}
        </div>
      </div>
    </header>
  );
}

/** The documentation is not part of the Console's own navigation. */
function DocumentationLink() {
  return (
    <a
      href={DOCS_HOME}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 text-quiet hover:bg-hover hover:text-ink"
    >
      <BookOpen aria-hidden size={16} className="shrink-0" />
      {shellStrings.documentation}
    </a>
  );
}
