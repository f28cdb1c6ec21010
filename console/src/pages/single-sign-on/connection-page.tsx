import { useSuspenseQuery } from '@tanstack/react-query';
import { ssoConnectionOptions } from '../../api/single-sign-on.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { Page } from '../../ui/page.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { EndNotices } from './end-notices.tsx';
import { PasteCard } from './paste-card.tsx';
import { RolesCard } from './roles-card.tsx';
import { ssoConnectionRoute } from './single-sign-on-route.ts';
import { TestCard } from './test-card.tsx';

export function ConnectionPage() {
  const { connectionId } = ssoConnectionRoute.useParams();
  const { data: connection } = useSuspenseQuery(ssoConnectionOptions(connectionId));
  return (
    <Page
      trail={<Breadcrumb name={connection.name} />}
      title={connection.name}
      actions={<ConnectionActions connection={connection} />}
    >
      <EndNotices connection={connection} />
      <PasteCard connection={connection} />
      <TestCard connection={connection} />
      <RolesCard connection={connection} />
      <ConnectionFacts connection={connection} />
    </Page>
  );
}
