import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Billing } from '@svc/contract';
import { billingOptions } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount, formatShort } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';
import { Usd } from '../../ui/text/usd.tsx';
import { payerOf } from './payer-of.ts';

const { allowance: words } = overviewStrings;

/** What is left of the plan in each of its windows, and who pays when nothing is. */
export function AllowanceCard() {
  const { data, error } = useQuery(billingOptions);
  return (
    <Card
      title={words.title}
      {...(data ? { lead: words.lead(data.plan.id) } : {})}
      actions={
        <Link to="/billing" className={linkClass}>
          {words.all}
        </Link>
      }
    >
      <FormError error={error} />
      {!data && !error && <Skeleton className="h-24" />}
      {data && <Allowance billing={data} />}
    </Card>
  );
}

function Allowance({ billing }: { readonly billing: Billing }) {
  const payer = payerOf(billing);
  return (
    <div className="flex flex-col gap-4">
      {payer === 'credits' && <Notice tone="warn">{words.creditsPay}</Notice>}
      {payer === 'nobody' && <Notice tone="danger">{words.refused[creditsOf(billing)]}</Notice>}
      {billing.windows.map((window) => (
        <WindowMeter key={window.kind} window={window} />
      ))}
      {billing.credits.enabled && (
        <p className="flex justify-between border-t border-line pt-3">
          <span className="font-medium">{words.credits}</span>
          <Usd amount={billing.credits.balance_usd} />
        </p>
      )}
    </div>
  );
}

function creditsOf({ credits }: Billing): 'off' | 'empty' {
  return credits.enabled ? 'empty' : 'off';
}

function WindowMeter({
  window: { kind, used_tokens: used, limit_tokens: limit, resets_at: at },
}: {
  readonly window: Billing['windows'][number];
}) {
  return (
    <Meter
      label={words.windows[kind]}
      used={used}
      limit={limit}
      text={words.of(formatShort(used), formatShort(limit))}
      exact={words.of(formatCount(used), formatCount(limit))}
      note={
        at === null ? (
          words.noSession
        ) : (
          <>
            {used >= limit && <span className="font-medium text-danger">{words.usedUp} </span>}
            {words.resets} <Ago at={at} />
          </>
        )
      }
    />
  );
}
