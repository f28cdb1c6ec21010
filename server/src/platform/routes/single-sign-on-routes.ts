import type { RequestedOperation } from '@svc/contract';
import { baseHeaders, type HttpExchange, type Step } from '#exchange';
import { finishOperatorSignOn, startOperatorSignOn } from '#features/operators';
import {
  finishSignOn,
  MAX_RESPONSE_BYTES,
  readSamlMetadata,
  receiveResponse,
  startSignOn,
  type Redirect,
} from '#features/single-sign-on';
import type { Route } from '#http';
import { crossSitePost } from '#pipelines';
import type { AppServices } from '../app-services.ts';

/** In Base64 and as a form, with room for RelayState. */
const MAX_POST_BYTES = MAX_RESPONSE_BYTES * 2;

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

/** What a provider has the browser post. */
function postedPage(id: string, path: string): RequestedOperation {
  const page = browserPage(id, path);
  return {
    ...page,
    method: 'POST',
    errors: [...page.errors, 'invalid_request', 'payload_too_large', 'request_timeout'],
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
      operation: postedPage('receiveSamlResponse', '/sso/{sso_connection_id}/acs'),
      handle: crossSitePost(
        services,
        MAX_POST_BYTES,
        redirect((exchange) => receiveResponse(services, exchange)),
      ),
    },
    {
      operation: {
        ...browserPage('readSamlMetadata', '/sso/{sso_connection_id}/metadata'),
        errors: ['sso_connection_not_found'],
      },
      handle: async (exchange) => sendMetadata(exchange, await readSamlMetadata(services, exchange)),
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

function sendMetadata(exchange: HttpExchange, xml: string): void {
  const bytes = Buffer.from(xml);
  const head = ['content-type', 'application/samlmetadata+xml', 'content-length', String(bytes.length)];
  exchange.response.writeHead(200, [...baseHeaders(exchange), ...head, 'cache-control', 'no-store']);
  exchange.response.end(bytes);
}
