import {
  DeviceAuthorizationRequest,
  RevocationRequest,
  TOKEN_SCOPES,
  TokenRequest,
  DEVICE_GRANT,
  type AuthorizationServerMetadata,
  type OAuthOperationId,
  type TokenResponse,
} from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import { authorizeDevice, type DeviceOrigin } from './authorize-device.ts';
import { readForm } from './read-form.ts';
import { redeemDeviceCode } from './redeem-device-code.ts';
import { refreshSession } from './refresh-session.ts';
import { revokeToken } from './revoke-token.ts';
import type { CodeSignIn } from './code-sign-in.ts';

const PRIVATE = ['cache-control', 'no-store'];
/** Keys stay published for longer than a token lasts, so that an hour-old list still has those of every token but the newest. */
const PUBLIC = ['cache-control', 'public, max-age=300', 'access-control-allow-origin', '*'];

/** What answers each endpoint of sign-in, its form already read into `exchange.bytes`. */
export function oauthHandlers(deps: CodeSignIn): Readonly<Record<OAuthOperationId, Step<HttpExchange>>> {
  return {
    authorizeDevice: respond(PRIVATE, ({ exchange, origin }) =>
      authorizeDevice(deps, readForm(exchange.bytes, DeviceAuthorizationRequest), origin),
    ),
    issueToken: respond(PRIVATE, ({ exchange, origin }) =>
      issueToken(deps, readForm(exchange.bytes, TokenRequest), origin),
    ),
    revokeToken: respond(PRIVATE, async ({ exchange, origin }) => {
      await revokeToken(deps, readForm(exchange.bytes, RevocationRequest), origin);
      return {};
    }),
    readAuthorizationServer: respond(PUBLIC, () => readAuthorizationServer(deps)),
    listSigningKeys: respond(PUBLIC, () => listSigningKeys(deps)),
  };
}

interface OAuthRequest {
  readonly exchange: HttpExchange;
  readonly origin: DeviceOrigin;
}

function respond(
  headers: readonly string[],
  make: (request: OAuthRequest) => Promise<object>,
): Step<HttpExchange> {
  return async (exchange) => {
    const origin = { ipAddress: exchange.address, userAgent: exchange.request.headers['user-agent'] ?? null };
    exchange.sink.json(200, JSON.stringify(await make({ exchange, origin })), headers);
  };
}

function issueToken(deps: CodeSignIn, form: TokenRequest, origin: DeviceOrigin): Promise<TokenResponse> {
  return form.grant_type === DEVICE_GRANT ? redeemDeviceCode(deps, form) : refreshSession(deps, form, origin);
}

/** RFC 8414. No endpoint where a browser is sent to: people approve in the Console. */
async function readAuthorizationServer({ baseUrl }: CodeSignIn): Promise<AuthorizationServerMetadata> {
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/oauth/token`,
    device_authorization_endpoint: `${baseUrl}/oauth/device_authorization`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    scopes_supported: [...TOKEN_SCOPES],
    response_types_supported: [],
    grant_types_supported: [DEVICE_GRANT, 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
  };
}

function listSigningKeys({ signingKeys }: CodeSignIn): Promise<object> {
  return signingKeys.published();
}
