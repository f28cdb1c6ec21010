import { useQuery } from '@tanstack/react-query';
import { managedLimitsOptions } from '../../api/operator.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatShort } from '../../ui/text/format.ts';

const { limits: words } = operatorStrings.organization;

/** The tier comes with the plan. */
export function LimitsCard({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch } = useQuery(managedLimitsOptions(organizationId));
  return (
    <Card title={words.title}>
      {data ? (
        <Facts
          facts={{
            [words.tier]: data.tier,
            ...Object.fromEntries(
              data.data.map((limits) => [
                limits.model,
                words.each(
                  formatShort(limits.requests_per_minute),
                  formatShort(limits.input_tokens_per_minute),
                  formatShort(limits.output_tokens_per_minute),
                ),
              ]),
            ),
          }}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Card>
  );
}
