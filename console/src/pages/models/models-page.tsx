import { useQuery } from '@tanstack/react-query';
import type { Me } from '@svc/contract';
import type { Model } from '@svc/sdk';
import { Boxes, Cpu } from 'lucide-react';
import { useMemo } from 'react';
import { modelsOptions } from '../../api/models.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { modelCatalogStrings as words } from '../../strings/model-catalog.ts';
import { playgroundStrings } from '../../strings/playground.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { wholeList } from '../../ui/whole-list.ts';
import { modelColumns } from './model-columns.tsx';
import { ModelFilterBar } from './model-filter-bar.tsx';
import { filterModels } from './model-filter.ts';
import { modelsRoute } from './models-route.ts';

const idOf = (model: Model) => model.id;

export function ModelsPage() {
  const { workspace, workspaces } = useChosenWorkspace('playground.use', modelsRoute.useSearch().workspace);
  return (
    <Page lead={words.lead}>
      {workspace ? (
        <WorkspaceModels workspaceId={workspace.id} workspaces={workspaces} />
      ) : (
        <EmptyState icon={Boxes} title={playgroundStrings.noWorkspace.title}>
          {words.noWorkspace}
        </EmptyState>
      )}
    </Page>
  );
}

interface WorkspaceModelsProps {
  readonly workspaceId: string;
  readonly workspaces: Me['workspaces'];
}

function WorkspaceModels({ workspaceId, workspaces }: WorkspaceModelsProps) {
  const filters = modelsRoute.useSearch();
  const { data: models, error, refetch } = useQuery(modelsOptions(workspaceId));
  const columns = useMemo(() => modelColumns(workspaceId), [workspaceId]);
  if (error && !models) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!models) return <SkeletonLines />;
  const empty = (
    <EmptyState icon={Cpu} title={words.none.title}>
      {models.length === 0 ? words.none.text : words.none.filtered}
    </EmptyState>
  );
  return (
    <>
      <ModelFilterBar workspaceId={workspaceId} workspaces={workspaces} />
      <div className="flex flex-col gap-2">
        <DataTable
          label={words.list}
          columns={columns}
          list={wholeList(filterModels(models, filters))}
          rowKey={idOf}
          empty={empty}
        />
        <p className="text-[13px] text-quiet">{words.perMillion}</p>
      </div>
    </>
  );
}
