import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LimitUse } from '@svc/contract';
import { limitUseOptions } from '../../api/limit-use.ts';
import { useCan, useChosenWorkspace } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fullestLimits } from '../../resources/limits/fullest-limits.ts';
import { RateMeter } from '../../resources/limits/rate-meter.tsx';
import { SpendMeter } from '../../resources/limits/spend-use.tsx';

const { limits: words } = overviewStrings;
const MAX_BARS = 3;

/** Of the organization the limits that are fullest right now, or of the first workspace for who does not see those. */
export function LimitsCard() {
  const seesAll = useCan()('limits.read');
  const { workspace } = useChosenWorkspace('workspace_limits.read', undefined);
  if (seesAll) return <FullestLimits workspaceId={undefined} lead={words.lead} />;
  return workspace && <FullestLimits workspaceId={workspace.id} lead={words.leadWorkspace(workspace.name)} />;
}

interface FullestLimitsProps {
  readonly workspaceId: string | undefined;
  readonly lead: string;
}

function FullestLimits({ workspaceId, lead }: FullestLimitsProps) {
  const { data: use, error } = useQuery(limitUseOptions(workspaceId));
  return (
    <Card
      title={words.title}
      lead={lead}
      actions={
        <Link
          to="/limits"
          search={workspaceId === undefined ? {} : { workspace: workspaceId }}
          className={linkClass}
        >
          {words.all}
        </Link>
      }
    >
      <FormError error={use ? undefined : error} />
      {use ? <Meters use={use} /> : !error && <Skeleton className="h-24" />}
    </Card>
  );
}

function Meters({ use }: { readonly use: LimitUse }) {
  const fullest = fullestLimits(use, MAX_BARS);
  if (fullest.length === 0) return <p className="text-quiet">{words.none}</p>;
  return (
    <div className="flex flex-col gap-4">
      {fullest.map((one) =>
        'rate' in one ? (
          <RateMeter
            key={`${one.rate.scope} ${one.rate.model} ${one.rate.measure}`}
            rate={one.rate}
            label={labelOf(one.rate)}
          />
        ) : (
          <SpendMeter key={one.spend.id} limit={one.spend} />
        ),
      )}
    </div>
  );
}

function labelOf({ model, measure }: LimitUse['data'][number]): string {
  const name = limitStrings.use.measures[measure];
  return model === null ? name : words.ofModel(name, model);
}
