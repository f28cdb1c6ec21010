import { useQuery } from '@tanstack/react-query';
import type { Billing } from '@svc/contract';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { billingOptions } from '../../api/billing.ts';
import { useCan } from '../../api/session.ts';
import { billingStrings as words } from '../../strings/billing.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatDay } from '../../ui/text/format-time.ts';
import { AllowanceWindows } from './allowance-windows.tsx';
import { CreditsCard } from './credits-card.tsx';
import { Ledger } from './ledger.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

export function BillingPage() {
  const can = useCan();
  const [isPaying, setIsPaying] = useState(false);
  const { data: billing } = useQuery(billingOptions);
  const pay = can('billing.manage') && billing?.manual_payments === 'owners' && (
    <Button look="primary" icon={HandCoins} onClick={() => setIsPaying(true)}>
      {words.payment.action}
    </Button>
  );
  return (
    <Page lead={words.lead} actions={pay}>
      <PlanAndCredits />
      <Ledger />
      {isPaying && <PaymentDialog onClose={() => setIsPaying(false)} />}
    </Page>
  );
}

function PlanAndCredits() {
  const { data: billing, error, refetch } = useQuery(billingOptions);
  if (error && !billing) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!billing) return <Skeleton className="h-60" />;
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_22rem]">
      <Card title={words.allowance.title} lead={words.allowance.lead}>
        <AllowanceWindows windows={billing.windows} />
      </Card>
      <div className="flex flex-col gap-6">
        <CreditsCard billing={billing} />
        <Plan billing={billing} />
      </div>
    </div>
  );
}

function Plan({ billing: { plan, status, subscribed_at: since } }: { readonly billing: Billing }) {
  const { plan: names } = words;
  return (
    <Card title={names.title}>
      <Facts
        facts={{
          [names.name]: `${plan.id} (${plan.is_paid ? names.paid : names.free})`,
          [names.status]: (
            <Badge tone={status === 'active' ? 'good' : 'danger'}>{names.statuses[status]}</Badge>
          ),
          [names.since]: <time dateTime={since}>{formatDay(since)}</time>,
        }}
      />
    </Card>
  );
}
