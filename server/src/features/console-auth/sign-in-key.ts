import { deriveKey, type Secret } from '#kit';

/** What signs cookies and encrypts factors. Base64, because that is the form in which it has been used since the first cookie. */
export function signInKey(dataKey: Secret): string {
  return deriveKey(dataKey, 'svc sign-in').toString('base64');
}
