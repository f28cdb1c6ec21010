import { singleSignOnStrings as words } from '../../strings/single-sign-on.ts';
import { Page } from '../../ui/page.tsx';
import { ConnectionsCard } from './connections-card.tsx';
import { DomainsCard } from './domains-card.tsx';
import { RequiredCard } from './required-card.tsx';

export function SingleSignOnPage() {
  return (
    <Page lead={words.lead}>
      <DomainsCard />
      <ConnectionsCard />
      <RequiredCard />
    </Page>
  );
}
