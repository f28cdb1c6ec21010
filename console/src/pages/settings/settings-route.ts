import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { organizationOptions } from '../../api/organization.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  ...guardedPage({
    title: 'Settings',
    icon: Settings,
    key: 's',
    group: 'organization',
    permission: 'organization.manage',
  }),
  loader: ({ context }) => context.queries.ensureQueryData(organizationOptions),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});
