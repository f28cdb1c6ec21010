import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { agentOptions } from '../../api/agents.ts';
import { searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** The workspace that is looked at, and whether archived agents are listed. */
const parseSearch = searchParser({ workspace: text, archived: text });

export const agentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents',
  validateSearch: parseSearch,
  ...guardedPage({ title: 'Agents', icon: Bot, key: 'y', group: 'build', permission: 'agents.read' }),
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
});

export const agentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/agents/$workspaceId/$agentId',
  beforeLoad: requirePermission('agents.read'),
  loader: ({ context, params }) =>
    context.queries.ensureQueryData(agentOptions(params.workspaceId, params.agentId)),
  component: lazyRouteComponent(() => import('./agent-page.tsx'), 'AgentPage'),
});
