import { z } from 'zod';

/** Every parameter of a form is at most so long: tokens are the longest. */
const PARAMETER_CHARACTERS = 4096;
const text = z.string().min(1).max(PARAMETER_CHARACTERS);
const seconds = z.int().positive();

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The form of `POST /oauth/device_authorization` (RFC 8628 §3.1). Unknown parameters are ignored (RFC 6749 §3.2). */
export const DeviceAuthorizationRequest = z.object({
  client_id: text.describe('svc-code, svc-code-terminal or svc-code-desktop.'),
  scope: z
    .string()
    .max(PARAMETER_CHARACTERS)
    .optional()
    .describe('Separated by spaces; inference when left out.'),
});
export type DeviceAuthorizationRequest = z.infer<typeof DeviceAuthorizationRequest>;

export const DeviceAuthorization = z.object({
  device_code: z.string().describe('For the token endpoint; never shown to anybody.'),
  user_code: z.string().describe('Eight consonants, such as BCDF-GHJK, for the person.'),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  expires_in: seconds,
  interval: seconds.describe('Seconds to wait between two requests for the token.'),
});
export type DeviceAuthorization = z.infer<typeof DeviceAuthorization>;

export const DeviceTokenRequest = z.object({
  grant_type: z.literal(DEVICE_GRANT),
  device_code: text,
  client_id: text,
});
export type DeviceTokenRequest = z.infer<typeof DeviceTokenRequest>;

export const RefreshTokenRequest = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: text,
  client_id: text,
  scope: DeviceAuthorizationRequest.shape.scope,
});
export type RefreshTokenRequest = z.infer<typeof RefreshTokenRequest>;

export const TokenRequest = z.discriminatedUnion('grant_type', [DeviceTokenRequest, RefreshTokenRequest]);
export type TokenRequest = z.infer<typeof TokenRequest>;

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: seconds,
  refresh_token: z.string(),
  scope: z.string(),
});
export type TokenResponse = z.infer<typeof TokenResponse>;

/** RFC 7009 §2.1. The hint is accepted and not needed. */
export const RevocationRequest = z.object({
  token: text,
  token_type_hint: z.string().optional(),
  client_id: text,
});
export type RevocationRequest = z.infer<typeof RevocationRequest>;

/** RFC 7517: public keys of tokens that are still in use. */
export const JsonWebKeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('RSA'),
      use: z.literal('sig'),
      alg: z.literal('RS256'),
      kid: z.string(),
      n: z.string(),
      e: z.string(),
    }),
  ),
});
export type JsonWebKeySet = z.infer<typeof JsonWebKeySet>;

/** RFC 8414 §2. */
export const AuthorizationServerMetadata = z.object({
  issuer: z.url(),
  token_endpoint: z.url(),
  device_authorization_endpoint: z.url(),
  revocation_endpoint: z.url(),
  jwks_uri: z.url(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
});
export type AuthorizationServerMetadata = z.infer<typeof AuthorizationServerMetadata>;
