import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiKey } from '@svc/contract';
import { apiKeyOptions } from '../../api/api-keys.ts';
import { busiestKeysOptions, type BusyKey } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';

const { keys: words } = overviewStrings;

/** The keys that were used most. Those that the person may not see are left out. */
export function KeysCard() {
  const { data: busiest, error } = useQuery(busiestKeysOptions);
  const keys = useQueries({ queries: (busiest ?? []).map(({ id }) => apiKeyOptions(id)), combine: keysOf });
  return (
    <Card
      title={words.title}
      actions={
        <Link to="/keys" className={linkClass}>
          {words.all}
        </Link>
      }
    >
      <FormError error={error} />
      {busiest ? <KeyList busiest={busiest} {...keys} /> : !error && <Skeleton className="h-24" />}
    </Card>
  );
}

interface KnownKeys {
  readonly known: Readonly<Record<string, ApiKey>>;
  readonly isPending: boolean;
}

function keysOf(results: readonly UseQueryResult<ApiKey>[]): KnownKeys {
  const known = results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []));
  return { known: Object.fromEntries(known), isPending: results.some(({ isPending }) => isPending) };
}

function KeyList({ busiest, known, isPending }: KnownKeys & { readonly busiest: readonly BusyKey[] }) {
  const shown = busiest.filter(({ id }) => known[id]);
  if (shown.length === 0 && isPending) return <Skeleton className="h-24" />;
  if (shown.length === 0) return <p className="text-quiet">{words.none}</p>;
  return (
    <ul className="-mx-2 flex flex-col">
      {shown.map(({ id, requests }) => (
        <li key={id}>
          <Link
            to="/keys/$keyId"
            params={{ keyId: id }}
            className="flex items-baseline gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate font-medium">{known[id]!.name}</span>
            <span className="shrink-0 text-[13px] text-quiet tabular-nums">
              {words.requests(requests, formatCount(requests))}
              <LastUsed at={known[id]!.last_used_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Not there until the use is written down, which takes up to a minute. */
function LastUsed({ at }: { readonly at: string | null }) {
  return (
    at !== null && (
      <>
        {' · '}
        <Ago at={at} />
      </>
    )
  );
}
