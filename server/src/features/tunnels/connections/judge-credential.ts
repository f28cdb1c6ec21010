import type { X509Certificate } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SECRET_HEX_CHARACTERS, SECRET_PREFIXES, type TunnelAuthMode } from '@svc/contract';
import { CLOSE_CODES } from '@svc/connector/protocol';
import { fingerprint, fingerprintBytes, type Clock } from '#kit';
import type { Tables } from '#store';
import type { CertificateAuthority } from '../certificates/certificate-authority.ts';
import { certificateFingerprint, tunnelUrn } from '../certificates/certificates.ts';
import {
  credentialName,
  findTunnelOfCertificate,
  findTunnelOfToken,
  loadTunnelStates,
  noteCertificateUse,
} from '../store/tunnel-states.ts';
import type { Verdict } from './admit-connector.ts';

const TOKEN = new RegExp(`^Bearer ${SECRET_PREFIXES.connectorToken}[0-9a-f]{${SECRET_HEX_CHARACTERS}}$`, 'i');
const BEARER = /^Bearer /i;

export interface CredentialDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}

/** Authenticates by the `Authorization` header of the upgrade (TUN-28). `mode`: of the listener. */
export async function judgeToken(
  { db, clock }: CredentialDeps,
  authorization: string | undefined,
  mode: TunnelAuthMode,
): Promise<Verdict> {
  // Another format cannot be a token, so the database is not queried.
  if (authorization === undefined || !TOKEN.test(authorization)) return { refused: CLOSE_CODES.credential };
  const print = fingerprintBytes(fingerprint(authorization.replace(BEARER, '')));
  const tunnelId = await findTunnelOfToken(db, print);
  if (tunnelId === undefined) return { refused: CLOSE_CODES.credential };
  if (mode !== 'token') return { refused: CLOSE_CODES.wrongMode };
  return judgeTunnel(db, tunnelId, print, clock.nowMs());
}

/**
 * Authenticates by the client certificate (TUN-29, D-TUN-4). The chain and the name are checked although the row alone would suffice: no row
 * has a certificate of another authority, and a certificate in a row was issued here for this tunnel.
 */
export async function judgeCertificate(
  { db, clock, authority }: CredentialDeps & { readonly authority: CertificateAuthority },
  certificate: X509Certificate,
): Promise<Verdict> {
  const print = certificateFingerprint(certificate.raw);
  const nowMs = clock.nowMs();
  const tunnelId = await findTunnelOfCertificate(db, print);
  const isOurs =
    tunnelId !== undefined &&
    certificate.subjectAltName === `URI:${tunnelUrn(tunnelId)}` &&
    certificate.validFromDate.getTime() <= nowMs &&
    (await authority.signed(db, certificate));
  if (!isOurs) return { refused: CLOSE_CODES.credential };
  const verdict = await judgeTunnel(db, tunnelId, print, nowMs);
  if ('state' in verdict) await noteCertificateUse(db, print, nowMs);
  return verdict;
}

async function judgeTunnel(
  db: Kysely<Tables>,
  tunnelId: string,
  print: Buffer,
  nowMs: number,
): Promise<Verdict> {
  const state = (await loadTunnelStates(db, [tunnelId])).get(tunnelId);
  if (!state?.isOpen) return { refused: CLOSE_CODES.disabled };
  const credential = credentialName(print);
  const endsAtMs = state.credentials.get(credential);
  if (endsAtMs === undefined || endsAtMs <= nowMs) return { refused: CLOSE_CODES.credential };
  return { state, credential };
}
