import { HEADERS, type AttemptError, type LimitValues } from '@svc/contract';
import { OutboundError, type Clock, type OutboundGuard, type OutboundStep, type Secret } from '#kit';
import type { StoredAttempt } from '#store';
import type { ClaimedDelivery } from '../store/claims.ts';
import { signDelivery } from './sign-delivery.ts';
import { standardHeaders } from './standard-signature.ts';

const USER_AGENT = 'svc-webhooks/1';
/** Of a response body: the rest is not read. */
const MAX_RESPONSE_BYTES = 65_536;

export interface AttemptDeps {
  readonly guard: Pick<OutboundGuard, 'notify'>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly allowsHttp: () => boolean;
  /** Signing secrets of the webhook, newest first. Empty if none can be decrypted. */
  readonly secretsOf: (delivery: ClaimedDelivery) => readonly Secret[];
}

/** Sends a delivery once. Never rejects: a failure is part of the result. */
export async function attemptDelivery(
  { guard, clock, limits, allowsHttp, secretsOf }: AttemptDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<StoredAttempt> {
  const atMs = clock.nowMs();
  const startedMs = performance.now();
  const attempt = (statusCode: number | null, error: AttemptError | null): StoredAttempt => ({
    at_ms: atMs,
    duration_ms: Math.round(performance.now() - startedMs),
    status_code: statusCode,
    error,
    succeeded: isSuccess(statusCode),
  });
  const secrets = secretsOf(delivery);
  // An unsigned delivery could not be told from a forged one.
  if (secrets.length === 0) return attempt(null, null);
  try {
    const status = await guard.notify({
      url: delivery.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        [HEADERS.webhookId]: delivery.webhookId,
        [HEADERS.eventId]: delivery.eventId,
        [HEADERS.signature]: signDelivery(delivery.body, secrets, atMs),
        ...standardHeaders(delivery, secrets, atMs),
      },
      body: delivery.body,
      allowsHttp: allowsHttp(),
      timeoutMs: limits().webhook_timeout_s * 1000,
      limitBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    return attempt(status, errorOfStatus(status));
  } catch (error) {
    return attempt(null, error instanceof OutboundError ? errorOf(error) : 'connect');
  }
}

function isSuccess(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function errorOfStatus(statusCode: number): AttemptError | null {
  if (isSuccess(statusCode)) return null;
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_status';
}

const ERRORS: Partial<Readonly<Record<OutboundStep, AttemptError>>> = {
  dns: 'dns',
  address: 'blocked_address',
  // Plain HTTP was allowed when the webhook was created, but is not any more.
  scheme: 'blocked_address',
  tls: 'tls',
};

function errorOf({ failure, step }: OutboundError): AttemptError {
  return failure === 'timeout' ? 'timeout' : (ERRORS[step] ?? 'connect');
}
