import { ArrowUpRight } from 'lucide-react';
import { docsUrl, type DocsPlace } from '../strings/docs.ts';
import { uiStrings } from '../strings/ui.ts';

interface DocsLinkProps {
  readonly to: DocsPlace;
  readonly children?: string;
}

/** Into the documentation, in a tab of its own: what is typed here stays. */
export function DocsLink({ to, children = uiStrings.docs.link }: DocsLinkProps) {
  return <DocsAnchor href={docsUrl(to)}>{children}</DocsAnchor>;
}

export function DocsAnchor({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-0.5 rounded whitespace-nowrap underline underline-offset-4 hover:text-ink"
    >
      {children}
      <ArrowUpRight aria-hidden size={14} className="shrink-0" />
      <span className="sr-only">{uiStrings.docs.newTab}</span>
    </a>
  );
}
