import { ApiError, type SsoConnectionUpdate } from '@svc/contract';
import type { StoredOidc, StoredSaml } from '#store';
import type { ConnectionRow } from '../store/connections.ts';
import { readCertificates } from './saml-certificates.ts';

/** Throws 400 `invalid_parameter` for a connection of another protocol. */
export function mergeOidc(
  { oidc }: ConnectionRow,
  update: NonNullable<SsoConnectionUpdate['oidc']>,
): StoredOidc {
  if (!oidc) throw ofOtherProtocol('oidc');
  const { client_id, scopes, client_secret: secret, client_secret_expires_at: endMs } = update;
  const { issuer = oidc.issuer } = update;
  return {
    issuer,
    secret_issuer: secret === undefined ? oidc.secret_issuer : issuer,
    client_id: client_id ?? oidc.client_id,
    scopes: scopes ?? oidc.scopes,
    client_secret_expires_at_ms: endMs === undefined ? oidc.client_secret_expires_at_ms : endMs,
  };
}

/** Throws 400 `invalid_parameter` for a connection of another protocol, and for what is no certificate. */
export function mergeSaml(
  { saml }: ConnectionRow,
  update: NonNullable<SsoConnectionUpdate['saml']>,
): StoredSaml {
  if (!saml) throw ofOtherProtocol('saml');
  const { idp_entity_id, sso_url, certificates } = update;
  return {
    idp_entity_id: idp_entity_id ?? saml.idp_entity_id,
    sso_url: sso_url ?? saml.sso_url,
    certificates: certificates === undefined ? saml.certificates : readCertificates(certificates),
  };
}

function ofOtherProtocol(param: 'oidc' | 'saml'): ApiError {
  return new ApiError('invalid_parameter', {
    param,
    message: `${param} does not belong to the protocol of this connection.`,
  });
}
