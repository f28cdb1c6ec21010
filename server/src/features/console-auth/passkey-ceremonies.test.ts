import { expect, it, vi } from 'vitest';
import { verifyNewPasskey, verifyPasskey } from './passkey-ceremonies.ts';

const warnings: unknown[] = [];
const deps = {
  baseUrl: 'http://localhost:35379',
  log: { warn: (fields: unknown) => warnings.push(fields) },
} as unknown as Parameters<typeof verifyPasskey>[0];
/** What an earlier version stored of a passkey. */
const STORED = {
  public_key:
    'pQECAyYgASFYIBD8JsqJLCFh1dzAxt6xpguJ/D66DEO5mMCy+2B0F6CoIlggILMm6rc2/bRXzzlcti2YKH9+PZEAy6nHghyJONj2n94=',
  counter: 1,
};
const CHALLENGE = 'NYg1Y6xEjLNCtaUp3J_7OZDaMA5cF13Y0G3jNsucumw';
const RESPONSE = {
  id: '26uckgkylQxhc4NFnSBVqyi3-w-RMFjQNtwO8_FAzTo',
  rawId: '26uckgkylQxhc4NFnSBVqyi3-w-RMFjQNtwO8_FAzTo',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiTllnMVk2eEVqTE5DdGFVcDNKXzdPWkRhTUE1Y0YxM1kwRzNqTnN1Y3VtdyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzUzNzkiLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg',
    signature:
      'MEQCIFbIjjg728hUYTIsfw896xqeUEhgW3874pEY4WvtRE4oAiAsh0ehgnkNWVe22h9JPmxQmECXxB_0qqS4LbUxgGRmMQ',
  },
};

it('takes signatures of passkeys that were stored before it, and counts them', async () => {
  expect(await verifyPasskey(deps, RESPONSE, CHALLENGE, STORED)).toBe(STORED.counter + 1);
  expect(warnings).toEqual([]);
});

it('refuses another challenge, another site and a count that does not rise, and logs why', async () => {
  const other = Buffer.alloc(32, 1).toString('base64url');
  expect(await verifyPasskey(deps, RESPONSE, other, STORED)).toBeUndefined();
  const elsewhere = { ...deps, baseUrl: 'https://evil.test' };
  expect(await verifyPasskey(elsewhere, RESPONSE, CHALLENGE, STORED)).toBeUndefined();
  const copied = { ...STORED, counter: STORED.counter + 1 };
  expect(await verifyPasskey(deps, RESPONSE, CHALLENGE, copied)).toBeUndefined();
  expect(warnings).toHaveLength(3);
});

it('refuses certificates of devices before anything of them is looked at', async () => {
  const text = (words: string): Buffer =>
    Buffer.concat([Buffer.from([0x60 | words.length]), Buffer.from(words)]);
  const made = (format: string): object => {
    const parts = [
      Buffer.from([0xa3]),
      text('fmt'),
      text(format),
      text('attStmt'),
      Buffer.from([0xa1]),
      text('x5c'),
    ];
    const attestation = Buffer.concat([...parts, Buffer.from([0x80]), text('authData'), Buffer.from([0x40])]);
    const response = { clientDataJSON: 'e30', attestationObject: attestation.toString('base64url') };
    return { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {}, response };
  };
  const asked = vi.spyOn(globalThis, 'fetch');
  for (const format of ['android-key', 'apple', 'tpm', 'fido-u2f', 'packed', 'android-safetynet']) {
    expect(await verifyNewPasskey(deps, made(format), CHALLENGE), format).toBeUndefined();
    expect(JSON.stringify(warnings.at(-1)), format).toContain('requireNoCertificates');
  }
  expect(asked).not.toHaveBeenCalled();
});
