import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { busiestKeysOptions, type BusyKey } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Ago } from '../../ui/text/time.tsx';

const { keys: words } = overviewStrings;

/** The keys that were used most. */
export function KeysCard() {
  const { data: keys, error } = useQuery(busiestKeysOptions);
  return (
    <Card
      title={words.title}
      actions={
        <span className="flex flex-wrap gap-x-4">
          <Link to="/usage" search={{ by: 'api_key_id' }} className={linkClass}>
            {words.cost}
          </Link>
          <Link to="/keys" className={linkClass}>
            {words.all}
          </Link>
        </span>
      }
    >
      <FormError error={error} />
      {!keys && !error && <Skeleton className="h-24" />}
      {keys?.length === 0 && <p className="text-quiet">{words.none}</p>}
      {keys && keys.length > 0 && (
        <ul className="-mx-2 flex flex-col">
          {keys.map((busy) => (
            <BusyKeyItem key={busy.apiKey.id} busy={busy} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function BusyKeyItem({ busy: { apiKey, requests } }: { readonly busy: BusyKey }) {
  const { id, name, last_used_at: at } = apiKey;
  return (
    <li>
      <Link
        to="/keys/$keyId"
        params={{ keyId: id }}
        className="flex items-baseline gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
      >
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <span className="shrink-0 text-[13px] text-quiet tabular-nums">
          {words.requests(requests, formatCount(requests))}
          <LastUsed at={at} />
        </span>
      </Link>
    </li>
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
