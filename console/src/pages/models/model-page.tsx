import { useQuery } from '@tanstack/react-query';
import type { Model } from '@svc/sdk';
import { Link } from '@tanstack/react-router';
import { Cpu } from 'lucide-react';
import { modelsOptions, writes } from '../../api/models.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { modelCatalogStrings as words } from '../../strings/model-catalog.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatDay } from '../../ui/text/format-time.ts';
import { ModelDetails } from './model-details.tsx';
import { modelRoute } from './models-route.ts';
import { TryLink } from './try-link.tsx';

export function ModelPage() {
  const { modelId } = modelRoute.useParams();
  const { workspace } = useChosenWorkspace('playground.use', modelRoute.useSearch().workspace);
  const workspaceId = workspace?.id ?? '';
  const { data, error, refetch } = useQuery({
    ...modelsOptions(workspaceId),
    enabled: workspace !== undefined,
  });
  const model = data?.find(({ id }) => id === modelId);
  const actions = (
    <>
      <Link to="/models" search={workspace ? { workspace: workspaceId } : {}} className={buttonClass()}>
        {words.back}
      </Link>
      {model && writes(model) && <TryLink model={model} workspaceId={workspaceId} look="primary" />}
    </>
  );
  const isMissing = workspace === undefined || (data !== undefined && !model);
  return (
    <Page title={modelId} lead={model?.description} actions={actions}>
      {model && <Retirement model={model} />}
      {model && <ModelDetails model={model} />}
      {isMissing && (
        <EmptyState icon={Cpu} title={words.none.title}>
          {words.missing}
        </EmptyState>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && !isMissing && <SkeletonLines />}
    </Page>
  );
}

function Retirement({ model: { deprecation } }: { readonly model: Model }) {
  if (!deprecation) return null;
  const { retires_at: at, replacement } = deprecation;
  return (
    <Notice tone="warn">
      {words.details.retires(formatDay(at))} {replacement && words.details.replacement(replacement)}
    </Notice>
  );
}
