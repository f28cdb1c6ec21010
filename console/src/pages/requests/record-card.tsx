import { Link } from '@tanstack/react-router';
import type { RequestRecord } from '@svc/contract';
import { useCan, useMe } from '../../api/session.ts';
import { requestStrings } from '../../strings/requests.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';

const { record: words } = requestStrings;

export function RecordCard({ record }: { readonly record: RequestRecord }) {
  const { workspaces } = useMe();
  return (
    <Card title={words.title}>
      <Facts
        facts={{
          [requestStrings.id]: <CopyText text={record.id} what={requestStrings.id} />,
          [words.at]: <Moment at={record.created_at} />,
          [words.endpoint]: <code className="font-mono text-[13px]">{record.endpoint}</code>,
          [words.model]: record.model ?? undefined,
          [words.workspace]:
            record.workspace_id === null
              ? undefined
              : (workspaces.find(({ id }) => id === record.workspace_id)?.name ?? (
                  <Id id={record.workspace_id} />
                )),
          [words.key]: record.api_key_id === null ? words.bySignIn : <KeyId id={record.api_key_id} />,
          [words.person]: record.user_id === null ? undefined : <Id id={record.user_id} />,
        }}
      />
    </Card>
  );
}

function Id({ id }: { readonly id: string }) {
  return <code className="font-mono text-[13px] break-all">{id}</code>;
}

function KeyId({ id }: { readonly id: string }) {
  const can = useCan();
  if (!can('api_keys.read')) return <Id id={id} />;
  return (
    <Link
      to="/keys/$keyId"
      params={{ keyId: id }}
      className="rounded text-accent underline underline-offset-4"
    >
      <Id id={id} />
    </Link>
  );
}
