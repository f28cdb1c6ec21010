import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { shellStrings } from '../strings/shell.ts';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { Sidebar, type SidebarParts } from './sidebar.tsx';

/** What surrounds every page of somebody signed in, wherever that is. */
export function Frame({ children, ...sidebar }: SidebarParts & { readonly children: ReactNode }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const main = useFocusAfterMove(path);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {shellStrings.skip}
      </a>
      <Progress />
      <Sidebar path={path} {...sidebar} />
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="min-w-0 px-4 py-6 outline-none sm:px-6 md:px-8 md:py-8"
      >
        <Suspense fallback={<SkeletonLines />}>{children}</Suspense>
      </main>
    </div>
  );
}

/** After a move to another page the next Tab begins there, and it is read out. */
function useFocusAfterMove(path: string | undefined) {
  const main = useRef<HTMLElement>(null);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== path) main.current?.focus({ preventScroll: true });
    seen.current = path;
  }, [path]);
  return main;
}

/** Shows that a page is on its way. Most are there before it would appear. */
function Progress() {
  const isPending = useRouterState({ select: (state) => state.status === 'pending' });
  if (!isPending) return null;
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent" />;
}
