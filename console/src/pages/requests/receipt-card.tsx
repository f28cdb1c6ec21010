import type { RequestRecord } from '@svc/contract';
import { requestStrings } from '../../strings/requests.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatUsd } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';

const { receipt: words } = requestStrings;
const TONES: Readonly<Record<RequestRecord['outcome'], Tone>> = {
  completed: 'good',
  refused: 'danger',
  client_closed: 'warn',
  failed: 'danger',
};

export function ReceiptCard({ record: { receipt, ...record } }: { readonly record: RequestRecord }) {
  const isOfPlan = record.billing_source === 'subscription';
  return (
    <Card title={words.title} lead={words.lead}>
      <Facts
        facts={{
          [words.outcome]: <Badge tone={TONES[record.outcome]}>{words.outcomes[record.outcome]}</Badge>,
          [words.counted]: receipt ? words.measures[receipt.measured] : undefined,
          [words.billedOutput]: receipt ? formatCount(receipt.billed_output_tokens) : undefined,
          [words.paidBy]: record.billing_source === null ? undefined : words.sources[record.billing_source],
          [words.allowance]: isOfPlan ? words.tokens(formatCount(record.allowance_tokens)) : undefined,
          [words.cost]: isOfPlan ? undefined : formatUsd(record.cost_usd),
        }}
      />
    </Card>
  );
}
