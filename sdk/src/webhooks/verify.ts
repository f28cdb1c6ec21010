import { SvcError } from '../core/errors.ts';
import type { WebhookEvent } from '../generated/types.ts';

/**
 * Why a delivery was rejected. `malformed`: the header is missing or invalid, or the body is not JSON. `expired`: the timestamp is outside the
 * tolerance. `mismatch`: no signature matches.
 */
export type VerificationFailure = 'malformed' | 'expired' | 'mismatch';

/** The delivery cannot be trusted. Respond with 400. */
export class WebhookVerificationError extends SvcError {
  override name = 'WebhookVerificationError';
  readonly failure: VerificationFailure;

  constructor(failure: VerificationFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

export interface VerifyOptions {
  /** Largest difference between the timestamp and the local clock, in either direction. Default 300. */
  readonly toleranceSeconds?: number | undefined;
}

const TOLERANCE_SECONDS = 300;
/** More than the number of secrets in use at the same time. */
const MAX_SIGNATURES = 10;
const encoder = new TextEncoder();

/**
 * Verifies the signature of a delivery and returns its event (platform contract §5.7). `body` is the raw request body: do not parse and
 * serialize it again. `header` is `svc-signature`. Rejects with a WebhookVerificationError.
 */
async function verify(
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  header: string | null | undefined,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookEvent> {
  // With NaN every timestamp would be accepted.
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be a number from 0.');
  if (secret === '') throw new TypeError('The signing secret is empty.');
  const { time, signatures } = parseHeader(header);
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
  if (!(await matches(secret, time, bytes, signatures)))
    throw new WebhookVerificationError(
      'mismatch',
      'The delivery was not signed with this secret, or its body was changed. Pass the raw body.',
    );
  if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError(
      'expired',
      `The time of the delivery is more than ${toleranceSeconds} seconds from that of this machine.`,
    );
  return parseEvent(bytes);
}

/** For receivers of webhooks. Needs no client. */
export const webhooks: { readonly verify: typeof verify } = { verify };

interface SignatureHeader {
  readonly time: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
}

function parseHeader(header: string | null | undefined): SignatureHeader {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2));
  const times = parts.filter(([name]) => name === 't').map(([, value = '']) => value);
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  const [time = ''] = times;
  const isSound = times.length === 1 && /^\d{1,15}$/.test(time) && signatures.length > 0;
  if (!isSound || signatures.length > MAX_SIGNATURES)
    throw new WebhookVerificationError('malformed', 'The svc-signature header is missing or malformed.');
  return { time, signatures: signatures.filter((hex) => /^[0-9a-f]{64}$/.test(hex)).map(fromHex) };
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Whether a signature matches the secret. WebCrypto compares in constant time. */
async function matches(
  secret: string,
  time: string,
  body: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  const head = encoder.encode(`${time}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  let matched = false;
  for (const signature of signatures)
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) matched = true;
  return matched;
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('malformed', 'The body of the delivery is no JSON.');
  }
}
