import { createHmac } from 'node:crypto';
import type { Secret } from '#kit';

/** The `svc-signature` header (platform contract §5.7, D-HOOK-5). The HMAC key is the whole `whsec_…` text. */
export function signDelivery(body: string | Uint8Array, secrets: readonly Secret[], nowMs: number): string {
  const t = Math.floor(nowMs / 1000);
  const signatures = secrets.map((secret) => {
    // In two chunks: to join them would copy the body for each secret, and one of a hook has megabytes.
    const digest = createHmac('sha256', secret.reveal()).update(`${t}.`).update(body).digest('hex');
    return `v1=${digest}`;
  });
  return [`t=${t}`, ...signatures].join(',');
}
