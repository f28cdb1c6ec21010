import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

/** What one comes to try: a model, or a reference of a template, in its workspace. */
const parseSearch = searchParser({ workspace: text, model: text, template: text });

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Playground',
    icon: MessageSquare,
    key: 'p',
    group: 'build',
    permission: 'playground.use',
  }),
  component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
});
