import type { ReactNode } from 'react';
import { shellStrings } from '../strings/shell.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { Logo } from './logo.tsx';

interface PublicPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds pages of people who are not signed in: one card in the middle. */
export function PublicPage({ title, lead, children }: PublicPageProps) {
  useDocumentTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <div className="flex items-center gap-2.5 text-base font-semibold">
        <Logo />
        {shellStrings.console}
      </div>
      <div className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 shadow-raised">
        <h1 className="text-lg font-semibold tracking-tight break-words">{title}</h1>
        {lead && <div className="mt-1 break-words text-quiet">{lead}</div>}
        <div className="mt-5">{children}</div>
      </div>
    </main>
  );
}
