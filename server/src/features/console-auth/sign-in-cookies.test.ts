import { expect, it } from 'vitest';
import { Secret } from '#kit';
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts';
import { SignInCookies } from './sign-in-cookies.ts';

const dataKey = new Secret(Buffer.alloc(32, 7).toString('base64'));
const cookies = new SignInCookies({ dataKey, baseUrl: 'http://localhost:4000' });
const SESSION =
  'svc.session_token=rWyyBzVzsVYV2P8TsTG9b3OUgEjfsL8d.38KSAs7lCzswOtz1qaQj7VvqWg73wpPZOO2RbwsrDEg%3D';

it('reads cookies that browsers hold since before it', () => {
  expect(cookies.findSigned(SESSION, 'session_token')).toBe('rWyyBzVzsVYV2P8TsTG9b3OUgEjfsL8d');
  const known =
    'svc.known_browser=uMVKCozGq_vF4czrjqRaGQ.1795998919322.KsWa053dPovwz1vQa_6xMEBbJOw3qDfX9owQsb4Puks';
  const nowMs = 1795998919322;
  const id = findKnownBrowser(cookies, known, 'Ada@acme.test', nowMs);
  expect(id).toBe('uMVKCozGq_vF4czrjqRaGQ');
  expect(findKnownBrowser(cookies, known, 'bob@acme.test', nowMs)).toBeUndefined();
  expect(findKnownBrowser(cookies, known, 'ada@acme.test', nowMs + 366 * 86_400_000)).toBeUndefined();
  expect(rememberBrowser(cookies, known, 'ada@acme.test', nowMs)).toContain(`=${id}.`);
});

it('takes no cookie whose content or signature was changed', () => {
  const [value] = cookies.setSigned('session_token', 'abc', 60).split(';') as [string];
  expect(cookies.findSigned(value, 'session_token')).toBe('abc');
  expect(cookies.findSigned(value.replace('abc', 'abd'), 'session_token')).toBeUndefined();
  expect(cookies.findSigned(value.slice(0, -4), 'session_token')).toBeUndefined();
  expect(cookies.findSigned(`${value}; svc.session_token=abc`, 'session_token')).toBeUndefined();
});

it('binds cookies to the host where pages come by TLS', () => {
  const secure = new SignInCookies({ dataKey, baseUrl: 'https://svc.test' });
  expect(secure.set('two_factor', 'x', 600)).toBe(
    '__Host-svc.two_factor=x; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(secure.clear('session_token')).toBe(
    '__Host-svc.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
});
