import { expect, it } from 'vitest';
import { withoutSecret } from './without-secret.ts';

it('shortens a secret that is pasted into the search to what the list shows of it', () => {
  const secret = `sk_live_${'0123456789abcdef'.repeat(4)}`;
  expect(withoutSecret(secret)).toBe('sk_live_0123…cdef');
  expect(withoutSecret(`sk_svc_${'a'.repeat(60)}0123`)).toBe('sk_svc_aaaaa…0123');
});

it('leaves everything else as it is', () => {
  for (const text of ['', 'worker', 'sk_live_', 'sk_live_0123…cdef', 'apikey_01m80naqydyjb73qnm3gz94qyp'])
    expect(withoutSecret(text)).toBe(text);
});
