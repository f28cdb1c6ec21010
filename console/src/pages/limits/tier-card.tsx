import { useQuery } from '@tanstack/react-query';
import type { RateLimits } from '@svc/contract';
import { rateLimitsOptions } from '../../api/limits.ts';
import { limitStrings } from '../../strings/limits.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCents } from '../../ui/text/format.ts';
import { Moment } from '../../ui/text/time.tsx';

const { tier: words } = limitStrings;

/** The tier that the limits of the organization come from, and what the next one asks for. */
export function TierCard() {
  const { data, error } = useQuery(rateLimitsOptions);
  return (
    <Card title={words.title}>
      <FormError error={error} />
      {!data && !error && <Skeleton className="h-16" />}
      {data && (
        <>
          <p className="text-2xl font-semibold tracking-tight">{words.names[data.tier]}</p>
          {data.next_tier ? (
            <NextTier next={data.next_tier} />
          ) : (
            <p className="mt-1 text-quiet">{words.top}</p>
          )}
        </>
      )}
    </Card>
  );
}

function NextTier({ next }: { readonly next: NonNullable<RateLimits['next_tier']> }) {
  const { tier, paid_to_date_usd: paid, paid_to_date_required_usd: required, eligible_after: at } = next;
  return (
    <div className="mt-4">
      <Facts
        facts={{
          [words.next]: words.names[tier],
          [words.paid]: words.paidOf(formatCents(paid), formatCents(required)),
          [words.after]: at === null ? words.afterPayment : <Moment at={at} />,
        }}
      />
    </div>
  );
}
