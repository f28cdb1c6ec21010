import type { ManagedOrganization } from '@svc/contract';
import { operatorStrings } from '../../strings/operator.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCents } from '../../ui/text/format.ts';
import { Moment } from '../../ui/text/time.tsx';

const { organization: words } = operatorStrings;
const { facts } = words;

export function SettingsCard({ organization: one }: { readonly organization: ManagedOrganization }) {
  return (
    <Card title={facts.title}>
      <Facts
        facts={{
          [facts.externalId]:
            one.external_id === null ? undefined : (
              <CopyText text={one.external_id} what={facts.externalId} />
            ),
          [facts.plan]: one.plan,
          [facts.billing]: words.billings[one.billing],
          [facts.credits]: words.balance(formatCents(one.balance_usd), one.credits_enabled),
          [facts.retention]: one.zero_data_retention ? words.on : words.off,
          [facts.subscribed]: <Moment at={one.subscribed_at} />,
          [facts.created]: <Moment at={one.created_at} />,
        }}
      />
    </Card>
  );
}
