import type { RequestRecord } from '@svc/contract';
import { requestStrings } from '../../strings/requests.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatUsd } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';

const { receipt: words } = requestStrings;
const TONES: Readonly<Record<RequestRecord['receipt']['outcome'], Tone>> = {
  completed: 'good',
  client_closed: 'warn',
  failed: 'danger',
};

export function ReceiptCard({ record: { receipt, ...record } }: { readonly record: RequestRecord }) {
  const isOfPlan = record.billing_source === 'subscription';
  return (
    <Card title={words.title} lead={words.lead}>
      <Facts
        facts={{
          [words.outcome]: <Badge tone={TONES[receipt.outcome]}>{words.outcomes[receipt.outcome]}</Badge>,
          [words.counted]: words.measures[receipt.measured],
          [words.billedOutput]: formatCount(receipt.billed_output_tokens),
          [words.paidBy]: words.sources[record.billing_source],
          [words.allowance]: isOfPlan ? words.tokens(formatCount(record.allowance_tokens)) : undefined,
          [words.cost]: isOfPlan ? undefined : formatUsd(record.cost_usd),
        }}
      />
    </Card>
  );
}
