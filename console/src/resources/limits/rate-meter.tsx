import type { LimitUse } from '@svc/contract';
import { limitStrings } from '../../strings/limits.ts';
import { Meter } from '../../ui/meter.tsx';
import { formatCount, formatShare } from '../../ui/text/format.ts';

const { use: words } = limitStrings;

export type RateUse = LimitUse['data'][number];

interface RateMeterProps {
  readonly rate: RateUse;
  /** Instead of what is measured, where it does not stand below the model. */
  readonly label?: string;
  /** Whose limit it is, where there are some of the workspace and some that it shares. */
  readonly scope?: string | undefined;
}

/** One limit per minute with what is used of it. */
export function RateMeter({ rate, label = words.measures[rate.measure], scope }: RateMeterProps) {
  const { used, limit_per_minute: limit } = rate;
  const isFull = used >= limit;
  return (
    <Meter
      label={label}
      used={used}
      limit={limit}
      text={words.of(formatShare(used / limit), formatCount(limit))}
      exact={words.exact(formatCount(used), formatCount(limit))}
      note={isFull ? <span className="font-medium text-danger">{words.reached}</span> : scope}
    />
  );
}
