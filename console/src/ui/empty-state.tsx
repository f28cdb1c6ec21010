import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** Why there is nothing, and what makes something. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** `h1` where it is the whole page. */
  readonly heading?: 'h1' | 'h2';
}

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1.5 rounded-xl border border-dashed border-line px-6 py-14 text-center in-[.card]:border-0 in-[.card]:py-8">
      <span className="mb-2 rounded-full bg-accent-soft p-3 text-accent">
        <Icon aria-hidden size={22} />
      </span>
      <Heading className="text-base font-semibold">{title}</Heading>
      <div className="max-w-md text-quiet">{children}</div>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
