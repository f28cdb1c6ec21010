import type { ApiKey } from '@svc/contract';
import { useMe } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';
import { Ago, Moment } from '../../ui/text/time.tsx';
import { MaskedSecret } from './key-columns.tsx';

const { detail: words } = keyStrings;

export function KeyFacts({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const { workspaces } = useMe();
  const lists = {
    [keyStrings.origins.label]: <EntryList entries={key.allowed_origins} />,
    [keyStrings.ips.label]: <EntryList entries={key.allowed_ips} />,
  };
  return (
    <Card title={words.about}>
      <Facts
        facts={{
          [words.id]: <CopyText text={key.id} what={words.id} />,
          [keyStrings.columns.secret]: <MaskedSecret apiKey={key} />,
          [words.kind]: keyStrings.kinds[key.kind].name,
          [words.workspace]: workspaces.find(({ id }) => id === key.workspace_id)?.name ?? key.workspace_id,
          [words.creator]: key.created_by.email,
          [words.made]: <Moment at={key.created_at} />,
          [words.expires]: key.expires_at === null ? keyStrings.never : <Moment at={key.expires_at} />,
          [words.lastUsed]: <LastUsed apiKey={key} />,
          [words.uses]: formatCount(key.use_count),
          [words.version]: key.pinned_version,
          ...lists,
        }}
      />
    </Card>
  );
}

function LastUsed({ apiKey: { last_used_at: at, last_used_ip: ip } }: { readonly apiKey: ApiKey }) {
  if (at === null) return keyStrings.never;
  return (
    <>
      <Ago at={at} /> {ip !== null && words.lastUsedFrom(ip)}
    </>
  );
}

function EntryList({ entries }: { readonly entries: readonly string[] }) {
  if (entries.length === 0) return words.anywhere;
  return (
    <ul className="font-mono text-[13px]">
      {entries.map((entry) => (
        <li key={entry} className="break-all">
          {entry}
        </li>
      ))}
    </ul>
  );
}
