import { hkdfSync } from 'node:crypto';
import type { Secret } from './secret.ts';

const KEY_BYTES = 32;

/** A key of its own for each purpose, from the data key: the same on every node and for good. */
export function deriveKey(dataKey: Secret, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(dataKey.reveal(), 'base64'), '', purpose, KEY_BYTES));
}
