import { Link } from '@tanstack/react-router';
import type { RequestRecord } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { PersonName } from '../../resources/requests/caller-name.tsx';
import { KeyLink } from '../../resources/requests/key-link.tsx';
import { formatExactTime } from '../../resources/requests/format-call.ts';

const { record: words } = requestStrings;
const LINK = 'rounded text-accent underline underline-offset-4';

/** Who called what, and how it was answered. */
export function RecordCard({ record }: { readonly record: RequestRecord }) {
  const { workspaces } = useMe();
  const { api_key_id: key, user_id: user, workspace_id: workspace, error_code: code, streamed } = record;
  return (
    <Card title={words.title}>
      <Facts
        facts={{
          [words.status]:
            record.status === null
              ? words.noStatus
              : `${record.status} ${requestStrings.outcomes[record.outcome]}`,
          [words.error]: code === null ? undefined : <CopyText text={code} what={words.error} />,
          [words.at]: <time dateTime={record.created_at}>{formatExactTime(record.created_at)}</time>,
          [words.endpoint]: <code className="font-mono text-[13px] break-all">{record.endpoint}</code>,
          [words.model]: record.model ?? <span className="text-quiet">{requestStrings.noModel}</span>,
          [words.answer]: streamed === null ? undefined : streamed ? words.streamed : words.whole,
          [words.tier]: record.service_tier === 'batch' ? words.batch : undefined,
          [words.workspace]:
            workspace === null
              ? undefined
              : (workspaces.find(({ id }) => id === workspace)?.name ?? workspace),
          [words.key]: key === null ? words.bySignIn : <KeyLink id={key} />,
          [words.person]: user === null ? undefined : <PersonName id={user} />,
        }}
      />
      <SimilarCalls record={record} />
    </Card>
  );
}

/** Where somebody who looks into one call goes on. */
function SimilarCalls({ record: { error_code: code, api_key_id: key } }: { readonly record: RequestRecord }) {
  if (code === null && key === null) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3">
      {code !== null && (
        <Link to="/requests" search={{ code }} className={LINK}>
          {requestStrings.similar}
        </Link>
      )}
      {key !== null && (
        <Link to="/requests" search={{ key }} className={LINK}>
          {requestStrings.sameKey}
        </Link>
      )}
    </p>
  );
}
