import { deriveKey, type Secret } from '#kit';

/** The key that signs cookies and encrypts factors. In base64, as the first cookies were signed: the bytes would be another key. */
export function signInKey(dataKey: Secret): string {
  return deriveKey(dataKey, 'svc sign-in').toString('base64');
}
