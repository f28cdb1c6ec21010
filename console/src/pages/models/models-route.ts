import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { isFilterCapability, type FilterCapability } from './model-filter.ts';

interface ModelsSearch {
  readonly workspace?: string;
  readonly search?: string | undefined;
  readonly can?: FilterCapability | undefined;
}

const workspaceOf = (workspace: unknown) => (typeof workspace === 'string' ? { workspace } : {});

export const modelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/models',
  validateSearch: ({ workspace, search, can }: Record<string, unknown>): ModelsSearch => ({
    ...workspaceOf(workspace),
    // The router reads what looks like a number as one.
    ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
    ...(isFilterCapability(can) ? { can } : {}),
  }),
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./models-page.tsx'), 'ModelsPage'),
});

export const modelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/models/$modelId',
  validateSearch: ({ workspace }: Record<string, unknown>): Pick<ModelsSearch, 'workspace'> =>
    workspaceOf(workspace),
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./model-page.tsx'), 'ModelPage'),
});
