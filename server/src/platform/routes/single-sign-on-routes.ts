import type { RequestedOperation } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import { finishOperatorSignOn, startOperatorSignOn } from '#features/operators';
import { finishSignOn, startSignOn, type Redirect } from '#features/single-sign-on';
import type { Route } from '#http';
import type { AppServices } from '../app-services.ts';

/** Of browsers that are sent here, and of no program: in no list of operations. */
function browserPage(id: string, path: string): RequestedOperation {
  return {
    id,
    method: 'GET',
    path,
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
      operation: browserPage('startSignOn', '/sso/{sso_connection_id}/start'),
      handle: redirect((exchange) => startSignOn(services, exchange)),
    },
    {
      operation: browserPage('finishSignOn', '/sso/{sso_connection_id}/callback'),
      handle: redirect((exchange) => finishSignOn(services, exchange)),
    },
    {
      operation: browserPage('startOperatorSignOn', '/sso/operators/start'),
      handle: redirect((exchange) => startOperatorSignOn(services, exchange)),
    },
    {
      operation: browserPage('finishOperatorSignOn', '/sso/operators/callback'),
      handle: redirect((exchange) => finishOperatorSignOn(services, exchange)),
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
