import { expect, it } from 'vitest';
import { parseCookies, serializeCookie } from './cookies.ts';

it('reads cookies with the spaces, quotes and escapes that browsers and proxies send', () => {
  const cookies = parseCookies('a=1;b="two words";  c=%2F%3D ; d=%zz; __Host-svc.e=x.y=');
  expect([...cookies]).toEqual([
    ['a', '1'],
    ['b', 'two words'],
    ['c', '/='],
    ['d', '%zz'],
    ['__Host-svc.e', 'x.y='],
  ]);
  expect(parseCookies(undefined).size).toBe(0);
});

it('takes the last of two cookies with one name, unless it is malformed', () => {
  expect([...parseCookies('a=1; a=2; a="3; a=\\4; a; =5; b c=6')]).toEqual([['a', '2']]);
});

it('reads a header of spaces in linear time', () => {
  const startedAt = performance.now();
  parseCookies(`a=${' '.repeat(200_000)}"`);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

it('writes cookies that only the service reads', () => {
  const settings = { maxAgeS: 60, isSecure: true, sameSite: 'Lax' } as const;
  expect(serializeCookie('svc.a', 'x y.=', settings)).toBe(
    'svc.a=x%20y.%3D; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(serializeCookie('svc.a', '', { ...settings, maxAgeS: 0, isSecure: false, sameSite: 'Strict' })).toBe(
    'svc.a=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  );
});
