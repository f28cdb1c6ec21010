import {
  AuthorizationServerMetadata,
  DeviceAuthorization,
  DeviceAuthorizationRequest,
  JsonWebKeySet,
  RevocationRequest,
  TokenRequest,
  TokenResponse,
} from '../schemas/oauth.ts';
import { z } from 'zod';
import { COMMON_ERRORS } from './operation-errors.ts';
import type { Operation } from './operation.ts';

const COMMON = {
  credential: 'none',
  status: 'live',
  tag: 'Tools',
  browserAccess: 'default',
  errors: [...COMMON_ERRORS, 'rate_limited'],
} as const;
const FORM = { method: 'POST', errorStyle: 'oauth', bodyLimit: 'oauth_body_bytes' } as const;
const DOCUMENT = { method: 'GET', errorStyle: 'standard' } as const;

/**
 * Sign-in of code clients (D-68). Programs find these by their metadata, as OAuth has it, so they are in no description of
 * the API; what they refuse is in `OAUTH_ERRORS`.
 */
export const OAUTH_OPERATIONS = [
  {
    ...COMMON,
    ...FORM,
    id: 'authorizeDevice',
    path: '/oauth/device_authorization',
    summary: 'Start a device sign-in',
    request: DeviceAuthorizationRequest,
    response: DeviceAuthorization,
  },
  {
    ...COMMON,
    ...FORM,
    id: 'issueToken',
    path: '/oauth/token',
    summary: 'Exchange a device code or a refresh token for tokens',
    request: TokenRequest,
    response: TokenResponse,
  },
  {
    ...COMMON,
    ...FORM,
    id: 'revokeToken',
    path: '/oauth/revoke',
    summary: 'Revoke a token and end its session',
    request: RevocationRequest,
    response: z.string(),
  },
  {
    ...COMMON,
    ...DOCUMENT,
    id: 'readAuthorizationServer',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Read the authorization server metadata',
    response: AuthorizationServerMetadata,
  },
  {
    ...COMMON,
    ...DOCUMENT,
    id: 'listSigningKeys',
    path: '/.well-known/jwks.json',
    summary: 'List the public keys that verify access tokens',
    response: JsonWebKeySet,
  },
] as const satisfies readonly Operation[];

export type OAuthOperationId = (typeof OAUTH_OPERATIONS)[number]['id'];
