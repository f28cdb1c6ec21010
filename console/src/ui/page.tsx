import type { ReactNode } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { docsOfPage, type DocsPlace } from '../strings/docs.ts';
import { uiStrings } from '../strings/ui.ts';
import { DocsAnchor, DocsLink } from './docs-link.tsx';
import { useListedPage } from './page-row.ts';
import { useDocumentTitle } from './use-document-title.ts';

interface PageProps {
  /** Above the title: where the page belongs. */
  readonly trail?: ReactNode;
  /** Absent: that of the page's row. */
  readonly title?: string;
  /** What this page is for, in a sentence. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Head and body of every page. */
export function Page({ trail, title: ownTitle, lead, actions, children }: PageProps) {
  const listed = useListedPage();
  const title = ownTitle ?? listed?.title ?? '';
  useDocumentTitle(title);
  const docs = docsOfPage(useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '/' }));
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {trail}
          <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
          <div className="mt-1 max-w-2xl text-quiet">
            {lead} <DocsAnchor href={docs}>{uiStrings.docs.link}</DocsAnchor>
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: string;
  readonly lead?: ReactNode;
  /** Where the documentation explains what is in it. */
  readonly docs?: DocsPlace;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Card({ title, lead, docs, actions, children }: CardProps) {
  return (
    <section className="card rounded-xl border border-line bg-surface">
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 pt-4">
          <div className="min-w-0">
            <h2 className="text-[15px] font-semibold">{title}</h2>
            {(lead || docs) && (
              <div className="mt-0.5 max-w-2xl text-[13px] text-quiet">
                {lead} {docs && <DocsLink to={docs} />}
              </div>
            )}
          </div>
          {actions}
        </div>
      )}
      <div className="px-5 py-4">{children}</div>
    </section>
  );
}
