import type { Batch, BatchProgress } from '@svc/contract';
import { batchStrings } from '../../strings/batches.ts';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Usd } from '../../ui/text/usd.tsx';

const { detail: words } = batchStrings;

interface CostCardProps {
  readonly batch: Batch;
  readonly progress: BatchProgress | undefined;
}

/** What was charged, beside what the same requests would have cost without a batch. */
export function CostCard({ batch: { usage }, progress }: CostCardProps) {
  return (
    <Card title={words.cost}>
      <Facts
        facts={{
          [words.costSoFar]: progress && <Usd amount={progress.cost_usd} />,
          [words.directCost]: progress && <Usd amount={progress.direct_cost_usd} />,
          [words.planTokens]:
            progress && progress.plan_tokens > 0
              ? words.tokens(formatCount(progress.plan_tokens))
              : undefined,
          [words.input]: formatCount(usage.input_tokens),
          [words.cached]: formatCount(usage.cached_input_tokens),
          [words.output]: formatCount(usage.output_tokens),
        }}
      />
    </Card>
  );
}
