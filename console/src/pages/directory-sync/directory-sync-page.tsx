import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { directoryTokensOptions } from '../../api/directory-sync.ts';
import { useMe } from '../../api/session.ts';
import { directorySyncStrings } from '../../strings/directory-sync.ts';
import { Facts } from '../../ui/facts.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Card, Page } from '../../ui/page.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { GroupsCard } from './groups-card.tsx';
import { TokensCard } from './tokens-card.tsx';

export function DirectorySyncPage() {
  return (
    <Page lead={directorySyncStrings.lead}>
      <SetUpCard />
      <TokensCard />
      <GroupsCard />
    </Page>
  );
}

function SetUpCard() {
  const { setUp: words } = directorySyncStrings;
  const { base_url: baseUrl } = useMe();
  const { data: tokens } = useSuspenseQuery(directoryTokensOptions);
  const last = tokens
    .flatMap(({ last_used_at: at }) => at ?? [])
    .toSorted()
    .at(-1);
  return (
    <Card title={words.title} lead={words.lead}>
      <div className="flex flex-col gap-4">
        <div>
          <p className="font-medium">{words.url}</p>
          <p className="mb-1.5 text-[13px] text-quiet">{words.urlHint}</p>
          <SecretText secret={`${baseUrl}/scim/v2`} what={words.url} />
        </div>
        <p className="text-quiet">
          {words.token} {words.domains}{' '}
          <Link to="/single-sign-on" className={linkClass}>
            {words.toDomains}
          </Link>
        </p>
        <Facts facts={{ [words.last]: last === undefined ? words.never : <Ago at={last} /> }} />
      </div>
    </Card>
  );
}
