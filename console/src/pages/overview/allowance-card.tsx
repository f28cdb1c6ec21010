import { useQuery } from '@tanstack/react-query';
import type { Billing } from '@svc/contract';
import { billingOptions } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { formatShort } from '../../ui/text/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Usd } from '../../ui/text/usd.tsx';

const { allowance: words } = overviewStrings;

/** What is left of the plan, in each of its windows. */
export function AllowanceCard() {
  const { data, error } = useQuery(billingOptions);
  return (
    <Card title={words.title} {...(data ? { lead: words.lead(data.plan.id) } : {})}>
      <FormError error={error} />
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="flex flex-col gap-4">
          {data.windows.map((window) => (
            <WindowMeter key={window.kind} window={window} />
          ))}
          {data.credits.enabled && (
            <p className="flex justify-between border-t border-line pt-3">
              <span className="font-medium">{words.credits}</span>
              <Usd amount={data.credits.balance_usd} />
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

function WindowMeter({
  window: { kind, used_tokens: used, limit_tokens: limit },
}: {
  readonly window: Billing['windows'][number];
}) {
  return (
    <Meter
      label={words.windows[kind]}
      used={used}
      limit={limit}
      text={words.of(formatShort(used), formatShort(limit))}
    />
  );
}
