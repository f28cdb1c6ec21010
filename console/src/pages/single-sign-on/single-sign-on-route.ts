import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { domainsOptions, ssoConnectionOptions, ssoConnectionsOptions } from '../../api/single-sign-on.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const singleSignOnRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/single-sign-on',
  ...guardedPage({
    title: 'Single sign-on',
    icon: KeyRound,
    key: 'g',
    group: 'organization',
    permission: 'owners.manage',
  }),
  loader: ({ context: { queries } }) =>
    Promise.all([queries.ensureQueryData(domainsOptions), queries.ensureQueryData(ssoConnectionsOptions)]),
  component: lazyRouteComponent(() => import('./single-sign-on-page.tsx'), 'SingleSignOnPage'),
});

export const ssoConnectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/single-sign-on/$connectionId',
  beforeLoad: requirePermission('owners.manage'),
  loader: ({ context, params }) => context.queries.ensureQueryData(ssoConnectionOptions(params.connectionId)),
  component: lazyRouteComponent(() => import('./connection-page.tsx'), 'ConnectionPage'),
});
