import type { RequestedOperation } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import { finishSignOn, startSignOn, type Redirect } from '#features/single-sign-on';
import type { Route } from '#http';
import type { AppServices } from '../app-services.ts';

/** Of browsers that are sent here, and of no program: in no list of operations. */
function browserPage(id: string, step: string): RequestedOperation {
  return {
    id,
    method: 'GET',
    path: `/sso/{sso_connection_id}/${step}`,
    credential: 'none',
    status: 'preview',
    errorStyle: 'standard',
    browserAccess: 'default',
    errors: ['rate_limited', 'internal_error', 'temporarily_unavailable', 'service_unavailable'],
  };
}

export function singleSignOnRoutes(services: AppServices): Route[] {
  return [
    {
      operation: browserPage('startSignOn', 'start'),
      handle: redirect((exchange) => startSignOn(services, exchange)),
    },
    {
      operation: browserPage('finishSignOn', 'callback'),
      handle: redirect((exchange) => finishSignOn(services, exchange)),
    },
  ];
}

function redirect(go: (exchange: HttpExchange) => Promise<Redirect>): Step<HttpExchange> {
  return async (exchange) => {
    const { location, cookies } = await go(exchange);
    const kept = cookies.flatMap((cookie) => ['set-cookie', cookie]);
    const head = ['location', location, 'cache-control', 'no-store', 'referrer-policy', 'no-referrer'];
    exchange.sink.json(303, '{}', [...head, ...kept]);
  };
}
