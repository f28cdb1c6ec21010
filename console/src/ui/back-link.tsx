import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Among the actions of a page: to the list that it belongs to. */
export const BackLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className="inline-flex items-center gap-1.5 rounded py-1.5 text-quiet hover:text-ink">
    <ArrowLeft aria-hidden size={16} />
    {children}
  </a>
));
