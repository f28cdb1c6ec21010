import type { SpendLimit } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { limitStrings } from '../../strings/limits.ts';
import { Meter } from '../../ui/meter.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCents, formatUsd } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';

const {
  use: { spend: words },
  spend: { scopes, of },
} = limitStrings;

/** Spend limits to look at, each with what was spent this month. */
export function SpendUse({ limits }: { readonly limits: readonly SpendLimit[] }) {
  return (
    <Card title={words.title} lead={words.lead}>
      <div className="flex flex-col gap-4">
        {limits.map((limit) => (
          <SpendMeter key={limit.id} limit={limit} />
        ))}
      </div>
    </Card>
  );
}

/** What was spent of a limit of the organization, of a workspace or of oneself, and when that starts over. */
export function SpendMeter({ limit }: { readonly limit: SpendLimit }) {
  const { limit_usd: most, spent_usd: spent, resets_at: at } = limit;
  const nameOf = useNameOf();
  const isFull = Number(spent) >= Number(most);
  return (
    <Meter
      label={nameOf(limit)}
      used={Number(spent)}
      limit={Number(most)}
      text={of(formatCents(spent), formatUsd(most))}
      exact={of(formatUsd(spent), formatUsd(most))}
      note={
        <>
          {isFull && <span className="font-medium text-danger">{words.reached} </span>}
          {words.resets} <Ago at={at} />
        </>
      }
    />
  );
}

function useNameOf(): (limit: SpendLimit) => string {
  const { workspaces } = useMe();
  return ({ scope: { type, workspace_id: id } }) => {
    if (type === 'organization') return scopes.organization;
    if (type !== 'workspace') return words.own;
    return `${scopes.workspace} ${workspaces.find((one) => one.id === id)?.name ?? id ?? ''}`;
  };
}
