import {
  TOKEN_SCOPES,
  OAuthError,
  codeClient,
  type DeviceAuthorization,
  type DeviceAuthorizationRequest,
  type CodeClient,
} from '@svc/contract';
import { fingerprint, fingerprintBytes, networkOf, newId, newSecret } from '#kit';
import type { CodeSignIn } from './code-sign-in.ts';
import { insertDeviceRequest } from './store/device-requests.ts';
import { newUserCode } from './user-codes.ts';

/** Where a device request came from, shown to the person who is asked to approve it. */
export interface DeviceOrigin {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

const USER_AGENT_CHARACTERS = 500;

export function requireClient(id: string): CodeClient {
  const client = codeClient(id);
  if (!client) throw new OAuthError('invalid_client');
  return client;
}

/** What is granted: `inference`, asked for or not. */
function grantedScope(asked: string | undefined): string {
  const known: readonly string[] = TOKEN_SCOPES;
  const scopes = (asked ?? '').split(' ').filter((scope) => scope !== '');
  if (scopes.some((scope) => !known.includes(scope))) throw new OAuthError('invalid_scope');
  return TOKEN_SCOPES[0];
}

/** A device asks to be signed in (RFC 8628 §3.1). It keeps the device code, a person approves the user code. */
export async function authorizeDevice(
  { db, clock, limits, baseUrl, userCodes, mutex }: CodeSignIn,
  { client_id, scope }: DeviceAuthorizationRequest,
  { ipAddress, userAgent }: DeviceOrigin,
): Promise<DeviceAuthorization> {
  requireClient(client_id);
  const { device_code_s: expiresInS, device_poll_interval_s: intervalS } = limits();
  const nowMs = clock.nowMs();
  const granted = grantedScope(scope);
  const deviceCode = newSecret('svc_device_').reveal();
  let userCode: string;
  let outcome: Awaited<ReturnType<typeof insertDeviceRequest>>;
  do {
    userCode = newUserCode();
    const request = {
      id: newId('device_', nowMs),
      device_fingerprint: fingerprintBytes(fingerprint(deviceCode)),
      user_code_digest: userCodes.digest(userCode)!,
      client_id,
      scope: granted,
      interval_s: intervalS,
      network: networkOf(ipAddress),
      ip_address: ipAddress,
      user_agent: userAgent?.slice(0, USER_AGENT_CHARACTERS).toWellFormed().replaceAll('\0', '') ?? null,
      created_at: nowMs,
      expires_at: nowMs + expiresInS * 1000,
    };
    outcome = await mutex.run('device requests', () => insertDeviceRequest(db, request, limits()));
    if (outcome === 'full')
      throw new OAuthError('slow_down', 'Too many sign-ins are pending. Try again later.');
  } while (outcome === 'taken');
  const verificationUri = `${baseUrl}/console/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
    expires_in: expiresInS,
    interval: intervalS,
  };
}
