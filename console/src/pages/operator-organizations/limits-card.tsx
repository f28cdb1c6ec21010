import { useQuery } from '@tanstack/react-query';
import type { ManagedOrganization } from '@svc/contract';
import type { RateLimits } from '@svc/sdk';
import { useState } from 'react';
import { managedLimitsOptions } from '../../api/operator-organizations.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatShort } from '../../ui/text/format.ts';
import { RateLimitsDialog } from './rate-limits-dialog.tsx';

const { limits: words } = operatorStrings.organization;

interface LimitsCardProps {
  readonly organization: ManagedOrganization;
}

/** The limits in force: those of the tier, which comes with the plan, and those that operators set in their place. */
export function LimitsCard({ organization }: LimitsCardProps) {
  const { data, error, refetch } = useQuery(managedLimitsOptions(organization.id));
  const mayChange = useMayChange();
  const [isEditing, setIsEditing] = useState(false);
  const edit = data && mayChange && <Button onClick={() => setIsEditing(true)}>{words.edit.action}</Button>;
  return (
    <Card title={words.title} actions={edit}>
      {data && <Facts facts={factsOf(data, organization)} />}
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />)}
      {data && isEditing && (
        <RateLimitsDialog
          organization={organization}
          models={data.data.map(({ model }) => model)}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Card>
  );
}

function factsOf({ tier, data }: RateLimits, { rate_tier: ownTier, rate_limits: own }: ManagedOrganization) {
  const tierName = words.tiers[tier];
  return {
    [words.tier]: ownTier === null ? tierName : words.own(tierName),
    ...Object.fromEntries(
      data.map((limits) => {
        const text = words.each(
          formatShort(limits.requests_per_minute),
          formatShort(limits.input_tokens_per_minute),
          formatShort(limits.output_tokens_per_minute),
        );
        return [limits.model, own.some(({ model }) => model === limits.model) ? words.own(text) : text];
      }),
    ),
  };
}
