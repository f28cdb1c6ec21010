import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const LOOKS = {
  info: { icon: Info, look: 'bg-accent-soft text-accent' },
  good: { icon: CircleCheck, look: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  danger: { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
} as const;

interface NoticeProps {
  readonly tone?: keyof typeof LOOKS;
  readonly children: ReactNode;
  /** Read out at once, because it answers what the person just did. */
  readonly alert?: boolean;
}

export function Notice({ tone = 'info', alert = false, children }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[tone];
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classNames('flex gap-2.5 rounded-lg px-3.5 py-3', look)}
    >
      <Icon aria-hidden size={18} className="mt-px shrink-0" />
      <div className="min-w-0 text-ink">{children}</div>
    </div>
  );
}
