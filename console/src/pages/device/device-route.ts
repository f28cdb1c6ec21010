import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { searchParser, text } from '../../shell/search-parser.ts';
import { shellRoute } from '../../shell/shell-route.ts';

const parseSearch = searchParser({ user_code: text });

export const deviceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/device',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./device-page.tsx'), 'DevicePage'),
});
