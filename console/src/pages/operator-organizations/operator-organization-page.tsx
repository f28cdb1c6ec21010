import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ManagedOrganization } from '@svc/contract';
import { Building2 } from 'lucide-react';
import { managedOrganizationOptions } from '../../api/operator-organizations.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { LimitsCard } from './limits-card.tsx';
import { MarginCard } from './margin-card.tsx';
import { operatorOrganizationRoute } from './operator-organizations-route.ts';
import { OrganizationActions } from './organization-actions.tsx';
import { StatusBadge } from './organization-columns.tsx';
import { ResourceTabs } from './resource-tabs.tsx';
import { SettingsCard } from './settings-card.tsx';

const { organizations: words, organization: oneWords } = operatorStrings;

export function OperatorOrganizationPage() {
  const { organizationId } = operatorOrganizationRoute.useParams();
  const { data: organization, error, refetch } = useQuery(managedOrganizationOptions(organizationId));
  if (organization) return <Found organization={organization} />;
  const missing = (
    <EmptyState icon={Building2} title={words.missing.title}>
      {words.missing.text}
    </EmptyState>
  );
  return (
    <Page title={words.one} actions={<Back />}>
      <NotLoaded
        error={error}
        onRetry={() => void refetch()}
        missing={{ code: 'organization_not_found', view: missing }}
      />
    </Page>
  );
}

function Found({ organization }: { readonly organization: ManagedOrganization }) {
  const mayChange = useMayChange();
  const { id, name, status } = organization;
  return (
    <Page
      title={name}
      lead={
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <CopyText text={id} what={oneWords.facts.id} />
          <StatusBadge status={status} />
        </span>
      }
      actions={
        <>
          <Link to="/operator/events" search={{ organization: id }} className={buttonClass('secondary')}>
            {operatorStrings.organization.events}
          </Link>
          <Back />
        </>
      }
    >
      {mayChange && <OrganizationActions organization={organization} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <SettingsCard organization={organization} />
        <LimitsCard organization={organization} />
      </div>
      <MarginCard organizationId={id} />
      <ResourceTabs organizationId={id} />
    </Page>
  );
}

function Back() {
  return <BackLink to="/operator">{words.back}</BackLink>;
}
