import { useSuspenseQuery } from '@tanstack/react-query';
import type { Organization } from '@svc/contract';
import { organizationOptions } from '../../api/organization.ts';
import { useCan } from '../../api/session.ts';
import { settingStrings as words } from '../../strings/settings.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { McpCard } from './mcp-card.tsx';
import { OwnershipCard } from './ownership-card.tsx';
import { SettingCard } from './setting-card.tsx';

export function SettingsPage() {
  const { data: organization } = useSuspenseQuery(organizationOptions);
  const can = useCan();
  return (
    <Page lead={words.lead}>
      <SettingCard title={words.general.title} changeOf={(values) => ({ name: values('name').trim() })}>
        <TextField
          label={words.general.name}
          name="name"
          defaultValue={organization.name}
          maxLength={100}
          required
          param="name"
        />
      </SettingCard>
      {can('owners.manage') && <DomainsCard organization={organization} />}
      {can('owners.manage') && (
        <McpCard key={JSON.stringify(organization.mcp_policy)} policy={organization.mcp_policy} />
      )}
      {can('owners.manage') && <CodeTelemetryCard organization={organization} />}
      <About organization={organization} />
      {can('ownership.transfer') && <OwnershipCard />}
    </Page>
  );
}

interface OrganizationProps {
  readonly organization: Organization;
}

function DomainsCard({ organization: { allowed_email_domains: domains } }: OrganizationProps) {
  const { title, lead, label, hint } = words.domains;
  return (
    <SettingCard
      key={domains.join()}
      title={title}
      lead={lead}
      changeOf={(values) => ({ allowed_email_domains: linesOf(values('domains')) })}
    >
      <LinesField label={label} hint={hint} name="domains" lines={domains} param="allowed_email_domains" />
    </SettingCard>
  );
}

function CodeTelemetryCard({ organization: { code_telemetry: isOn } }: OrganizationProps) {
  const { title, lead, label, hint } = words.codeTelemetry;
  return (
    <SettingCard
      key={String(isOn)}
      title={title}
      lead={lead}
      changeOf={(values) => ({ code_telemetry: values('code_telemetry') !== '' })}
    >
      <CheckField name="code_telemetry" label={label} hint={hint} defaultChecked={isOn} />
    </SettingCard>
  );
}

function About({ organization }: OrganizationProps) {
  const { about } = words;
  return (
    <Card title={about.title}>
      <Facts
        facts={{
          [about.id]: <CopyText text={organization.id} what={about.id} />,
          [about.plan]: organization.plan,
          [about.regions]: organization.data_regions.join(', '),
          [about.retention]: organization.zero_data_retention ? about.on : about.off,
          [about.made]: <Moment at={organization.created_at} />,
        }}
      />
    </Card>
  );
}
