import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organizationOptions } from '../../api/organization.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: requirePermission('organization.manage'),
  loader: ({ context }) => context.queries.ensureQueryData(organizationOptions),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});
