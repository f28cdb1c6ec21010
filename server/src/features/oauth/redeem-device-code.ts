import type { Kysely } from 'kysely';
import { OAuthError, type DeviceTokenRequest, type OAuthErrorCode, type TokenResponse } from '@svc/contract';
import { fingerprint, fingerprintBytes } from '#kit';
import type { Tables } from '#store';
import { requireClient } from './authorize-device.ts';
import { isRefreshable, issueTokens } from './issue-tokens.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import { lockByDevice, setDeviceRequest, type StoredDeviceRequest } from './store/device-requests.ts';
import { lockSession, setRefreshed, type StoredSession } from './store/sessions.ts';

const FIRST_NUMBER = 1;
/** RFC 8628 §3.5. */
const SLOWER_BY_S = 5;
/** A client that keeps the interval is not early because one request took longer than the next. */
const EARLY_MS = 500;

/** The device asks whether it was approved (RFC 8628 §3.4). Its code is good for one answer. */
export async function redeemDeviceCode(deps: CodeSignIn, form: DeviceTokenRequest): Promise<TokenResponse> {
  requireClient(form.client_id);
  // What a refusal changes must stay, so that it is no error to the transaction.
  const outcome = await deps.db.transaction().execute((trx) => redeem(deps, trx, form));
  if (typeof outcome === 'string') throw new OAuthError(outcome);
  return issueTokens(deps, outcome, FIRST_NUMBER);
}

async function redeem(
  { clock, limits }: CodeSignIn,
  trx: Kysely<Tables>,
  form: DeviceTokenRequest,
): Promise<StoredSession | OAuthErrorCode> {
  const nowMs = clock.nowMs();
  const request = await lockByDevice(trx, fingerprintBytes(fingerprint(form.device_code)));
  if (!request || request.client_id !== form.client_id || request.status === 'used') return 'invalid_grant';
  if (request.expires_at <= nowMs) return 'expired_token';
  if (request.status === 'denied') return 'access_denied';
  if (request.session_id === null) return wait(trx, request, nowMs);
  const session = await lockSession(trx, request.session_id);
  await setDeviceRequest(trx, request.id, { status: 'used' });
  if (!session || !isRefreshable(session, limits(), nowMs)) return 'access_denied';
  await setRefreshed(trx, session.id, FIRST_NUMBER, nowMs);
  return session;
}

async function wait(
  trx: Kysely<Tables>,
  request: StoredDeviceRequest,
  nowMs: number,
): Promise<OAuthErrorCode> {
  const isEarly =
    request.polled_at !== null && nowMs - request.polled_at < request.interval_s * 1000 - EARLY_MS;
  const intervalS = request.interval_s + (isEarly ? SLOWER_BY_S : 0);
  await setDeviceRequest(trx, request.id, { polled_at: nowMs, interval_s: intervalS });
  return isEarly ? 'slow_down' : 'authorization_pending';
}
