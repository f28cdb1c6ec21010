import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PromptTemplate } from '@svc/contract';
import { Plus, Tag } from 'lucide-react';
import { useState } from 'react';
import { templateOptions } from '../../api/prompts.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { templateStrings as words } from '../../strings/templates.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { Labels } from './template-columns.tsx';
import { templateRoute } from './templates-route.ts';
import { VersionDialog } from './version-dialog.tsx';
import { VersionsCard } from './versions-card.tsx';

export function TemplatePage() {
  const { template: name } = templateRoute.useParams();
  const { workspace } = useChosenWorkspace('prompts.manage', templateRoute.useSearch().workspace);
  const workspaceId = workspace?.id ?? '';
  const { data: template, error, refetch } = useQuery(templateOptions(workspaceId, name));
  if (template) return <LoadedTemplate workspaceId={workspaceId} template={template} />;
  return (
    <Page title={name}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}
    </Page>
  );
}

interface LoadedTemplateProps {
  readonly workspaceId: string;
  readonly template: PromptTemplate;
}

function LoadedTemplate({ workspaceId, template }: LoadedTemplateProps) {
  const [open, setOpen] = useState<'version' | 'label'>();
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <Link
        to="/playground"
        search={{ workspace: workspaceId, template: `${template.name}-v${template.latest_version}` }}
        className={buttonClass()}
      >
        {words.one.tryOut}
      </Link>
      <Button icon={Tag} onClick={() => setOpen('label')}>
        {words.label.action}
      </Button>
      <Button look="primary" icon={Plus} onClick={() => setOpen('version')}>
        {words.create.next}
      </Button>
    </>
  );
  return (
    <Page title={template.name} lead={words.lead} actions={actions}>
      <Card title={words.one.facts}>
        <Facts
          facts={{
            [words.one.id]: <code className="text-[13px]">{template.id}</code>,
            [words.one.labels]: <Labels template={template} />,
            [words.one.model]: template.model ?? words.none,
            [words.one.variables]: template.variables.join(', ') || words.none,
            [words.one.created]: <Ago at={template.created_at} />,
          }}
        />
      </Card>
      <VersionsCard key={template.latest_version} workspaceId={workspaceId} template={template} />
      {open === 'version' && <VersionDialog workspaceId={workspaceId} template={template} onClose={close} />}
      {open === 'label' && <LabelDialog workspaceId={workspaceId} template={template} onClose={close} />}
    </Page>
  );
}
