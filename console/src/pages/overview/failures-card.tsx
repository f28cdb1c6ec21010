import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RequestSummary } from '@svc/contract';
import { recentFailuresOptions } from '../../api/overview.ts';
import { overviewStrings } from '../../strings/overview.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { RequestStatus } from '../../resources/requests/request-status.tsx';

const { failures: words } = overviewStrings;

/** The latest calls that failed, were refused or left, each with the way to its record. */
export function FailuresCard() {
  const { data, error } = useQuery(recentFailuresOptions);
  return (
    <Card
      title={words.title}
      actions={
        <Link to="/requests" search={{ status: 'unsuccessful', latest: '7d' }} className={linkClass}>
          {words.all}
        </Link>
      }
    >
      <FormError error={error} />
      {!data && !error && <Skeleton className="h-24" />}
      {data?.data.length === 0 && <p className="text-quiet">{words.none}</p>}
      {data && data.data.length > 0 && (
        <ul className="-mx-2 flex flex-col">
          {data.data.map((request) => (
            <Failure key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Failure({ request }: { readonly request: RequestSummary }) {
  const { id, error_code: code, model, created_at: at } = request;
  return (
    <li>
      <Link
        to="/requests/$requestId"
        params={{ requestId: id }}
        className="flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
      >
        <RequestStatus {...request} />
        <span className="min-w-0 flex-1 truncate">
          {code !== null && <code className="font-mono text-[13px]">{code}</code>}{' '}
          <span className="text-quiet">{model}</span>
        </span>
        <span className="shrink-0 text-[13px] text-quiet">
          <Ago at={at} />
        </span>
      </Link>
    </li>
  );
}
