import { useQuery } from '@tanstack/react-query';
import type { LimitUse } from '@svc/contract';
import { limitUseOptions } from '../../api/limit-use.ts';
import { useCan } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { groupRates, type ModelRates } from './group-rates.ts';
import { RateMeter, type RateUse } from '../../resources/limits/rate-meter.tsx';
import { SpendUse } from '../../resources/limits/spend-use.tsx';

const { use: words } = limitStrings;
const COLUMNS = 'grid gap-x-8 gap-y-4 md:grid-cols-3';

/** Live: what is used of each limit of the organization, or of those that apply in a workspace. */
export function UsePanel({ workspaceId }: { readonly workspaceId: string | undefined }) {
  const { data: use, error, refetch } = useQuery(limitUseOptions(workspaceId));
  const managesSpend = useCan()('spend_limits.manage');
  if (!use && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!use) return <SkeletonLines />;
  return (
    <>
      {error && <Notice tone="warn">{words.stale}</Notice>}
      {use.counting === 'interrupted' && <Notice tone="warn">{words.interrupted}</Notice>}
      <RatesCard use={use} />
      {!managesSpend && use.spend_limits.length > 0 && <SpendUse limits={use.spend_limits} />}
      <KeyLimits limits={use.key_limits} />
    </>
  );
}

function RatesCard({ use: { workspace_id: workspaceId, data } }: { readonly use: LimitUse }) {
  const { models, others } = groupRates(data);
  return (
    <Card title={words.title} lead={workspaceId === null ? words.lead : words.leadWorkspace}>
      <div className="flex flex-col divide-y divide-line">
        {models.map((rates) => (
          <ModelUse key={rates.model} rates={rates} hasScopes={workspaceId !== null} />
        ))}
        {others.length > 0 && (
          <section className="py-4 last:pb-0">
            <h3 className="mb-3 font-semibold">{words.others}</h3>
            <div className={COLUMNS}>
              {others.map((rate) => (
                <RateMeter
                  key={rate.measure}
                  rate={rate}
                  scope={workspaceId === null ? undefined : words.scopes[rate.scope]}
                />
              ))}
            </div>
          </section>
        )}
      </div>
    </Card>
  );
}

interface ModelUseProps {
  readonly rates: ModelRates;
  readonly hasScopes: boolean;
}

function ModelUse({ rates: { model, measures }, hasScopes }: ModelUseProps) {
  const scopeOf = ({ scope }: RateUse) => (hasScopes ? words.scopes[scope] : undefined);
  return (
    <section className="py-4 first:pt-0 last:pb-0">
      <h3 className="mb-3 font-semibold break-words">{model}</h3>
      <div className={COLUMNS}>
        {measures.map((rates) => (
          <div key={rates[0]?.measure} className="flex flex-col gap-4">
            {rates.map((rate) => (
              <RateMeter key={rate.scope} rate={rate} scope={scopeOf(rate)} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function KeyLimits({ limits }: { readonly limits: LimitUse['key_limits'] }) {
  const { title, groups, aMinute } = words.keys;
  const facts = limits.map(({ group, requests_per_minute: count }) => [
    groups[group],
    aMinute(formatCount(count)),
  ]);
  return (
    <Card title={title}>
      <Facts facts={Object.fromEntries(facts)} />
    </Card>
  );
}
