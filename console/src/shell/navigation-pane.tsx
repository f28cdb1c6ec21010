import { useEffect, useRef, type ReactNode } from 'react';
import { shellStrings } from '../strings/shell.ts';

interface NavigationPaneProps {
  /** Of the page. */
  readonly path: string | undefined;
  readonly children: ReactNode;
}

/** The navigation, which scrolls where it does not fit. The page that one is on is never scrolled out of sight. */
export function NavigationPane({ path, children }: NavigationPaneProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (path !== undefined)
      nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <nav
      ref={nav}
      aria-label={shellStrings.navigation}
      className="scroll-edge min-h-0 flex-1 overflow-y-auto p-3"
    >
      {children}
    </nav>
  );
}
