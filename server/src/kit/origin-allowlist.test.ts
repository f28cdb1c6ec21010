import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileOriginAllowlist, normalizeOriginEntry } from './origin-allowlist.ts';

describe('normalizeOriginEntry', () => {
  it.each([
    ['KEY-51', 'http://a.test:8080', 'http://a.test:8080'],
    ['KEY-51', 'capacitor://localhost', 'capacitor://localhost'],
    ['KEY-51', 'chrome-extension://AbCdEf', 'chrome-extension://abcdef'],
    ['KEY-51', 'http://[::1]:3000', 'http://[::1]:3000'],
    ['KEY-51', 'https://127.0.0.1', 'https://127.0.0.1'],
    ['KEY-52', 'https://a.test/x?y#z', 'https://a.test'],
    ['KEY-52', 'https://a.test/?next=://*.evil.test', 'https://a.test'],
    ['KEY-52', 'a.test/path', 'https://a.test'],
    ['KEY-52', ' https://a.test/ ', 'https://a.test'],
    ['KEY-53', 'a.test', 'https://a.test'],
    ['KEY-53', 'localhost:3000', 'https://localhost:3000'],
    ['KEY-54', '*.a.test', 'https://*.a.test'],
    ['KEY-54', 'http://*.a.test:8080', 'http://*.a.test:8080'],
    ['KEY-56', 'https://a.test:443', 'https://a.test'],
    ['KEY-56', 'http://a.test:80', 'http://a.test'],
    ['KEY-56', 'ws://a.test:80', 'ws://a.test'],
    ['KEY-56', 'wss://a.test:443', 'wss://a.test'],
    ['KEY-56', 'ftp://a.test:21', 'ftp://a.test'],
    ['KEY-56', 'ws://a.test:443', 'ws://a.test:443'],
    ['KEY-56', 'http://a.test:443', 'http://a.test:443'],
    ['KEY-56', 'capacitor://localhost:443', 'capacitor://localhost:443'],
    ['KEY-57', 'HTTPS://A.Test', 'https://a.test'],
    ['KEY-51', 'https://bücher.test', 'https://xn--bcher-kva.test'],
    ['KEY-54', '*.BÜCHER.test', 'https://*.xn--bcher-kva.test'],
  ])('%s keeps %j as %s', (_rule, text, entry) => {
    expect(normalizeOriginEntry(text)).toBe(entry);
  });

  it.each([
    '',
    ' ',
    'http://',
    'https://',
    'http:/a.test',
    '//a.test',
    'null',
    '*',
    '*.',
    'https://*',
    'a.*.test',
    'https://a.*',
    '*.*.a.test',
    'https://user@a.test',
    'https://user:pw@a.test/x',
    'mailto:a@b.test',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'file://host/x',
    'https://a.test:0',
    'https://a.test:70000',
    'https://a.test:x',
    'https://a.test:',
    'a b.test',
    'https://a\n.test',
    'a..test',
    '*.10.0.0.1',
    '*.[::1]',
    '[::1',
    `https://${'a'.repeat(400)}.test`,
  ])('KEY-58 refuses %j', (text) => {
    expect(normalizeOriginEntry(text)).toBeUndefined();
  });

  it('KEY-51 is stable: what was normalised stays as it is', () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.domain(),
      fc.domain().map((domain) => `*.${domain}`),
      fc.string(),
      fc.webUrl({ validSchemes: ['tauri', 'HTTP'] }),
    );
    fc.assert(
      fc.property(text, (input) => {
        const once = normalizeOriginEntry(input);
        if (once !== undefined) expect(normalizeOriginEntry(once)).toBe(once);
      }),
    );
  });
});

describe('compileOriginAllowlist', () => {
  const compiled = (...entries: string[]) =>
    compileOriginAllowlist(entries.map((entry) => normalizeOriginEntry(entry)!));

  it('KEY-59 AUTH-17 an empty list takes any origin or none', () => {
    expect(compiled().allows('https://b.test', undefined)).toBe(true);
    expect(compiled().allows('null', undefined)).toBe(true);
    expect(compiled().allows(undefined, undefined)).toBe(true);
  });

  it('KEY-60 compares Origin first, whatever Referer says', () => {
    expect(compiled('a.test').allows('https://a.test', 'https://evil.test/')).toBe(true);
    expect(compiled('a.test').allows('https://evil.test', 'https://a.test/')).toBe(false);
  });

  it('KEY-61 AUTH-17 compares the origin part of Referer without Origin', () => {
    expect(compiled('a.test').allows(undefined, 'https://a.test/p?q#r')).toBe(true);
    expect(compiled('a.test').allows(undefined, 'https://evil.test/https://a.test')).toBe(false);
    expect(compiled('a.test').allows(undefined, 'a.test')).toBe(false);
  });

  it('KEY-62 refuses a call with neither header', () => {
    expect(compiled('a.test').allows(undefined, undefined)).toBe(false);
  });

  it('KEY-63 AUTH-17 refuses the opaque origin', () => {
    expect(compiled('a.test').allows('null', 'https://a.test/')).toBe(false);
  });

  it('KEY-64 refuses an origin that matches no entry', () => {
    for (const origin of [
      'https://b.test',
      'http://a.test',
      'https://a.test:8443',
      'https://a.test.evil.test',
      'https://eviла.test',
      'https://a.test@evil.test',
      '',
    ]) {
      expect(compiled('a.test').allows(origin, undefined), origin).toBe(false);
    }
  });

  it('KEY-54 KEY-55 AUTH-18 `*.` covers every subdomain and not the bare domain', () => {
    const list = compiled('*.a.test');
    expect(list.allows('https://x.a.test', undefined)).toBe(true);
    expect(list.allows('https://y.x.a.test', undefined)).toBe(true);
    expect(list.allows('https://a.test', undefined)).toBe(false);
    expect(list.allows('https://evila.test', undefined)).toBe(false);
    expect(list.allows('http://x.a.test', undefined)).toBe(false);
    expect(list.allows('https://x.a.test:8443', undefined)).toBe(false);
    expect(list.allows('https://*.a.test', undefined)).toBe(false);
  });

  it('KEY-56 KEY-57 AUTH-18 ignores letter case and default ports on both sides', () => {
    expect(compiled('HTTPS://A.Test:443').allows('https://a.test', undefined)).toBe(true);
    expect(compiled('a.test').allows('HTTPS://A.TEST:443', undefined)).toBe(true);
    expect(compiled('http://a.test').allows('http://a.test:80', undefined)).toBe(true);
    expect(compiled('*.a.test').allows('https://X.A.TEST:443', undefined)).toBe(true);
    expect(compiled('bücher.test').allows('https://xn--bcher-kva.test', undefined)).toBe(true);
  });

  it('takes no time over hostile headers', () => {
    const list = compiled('*.a.test');
    expect(list.allows(`https://${'a.'.repeat(8_000)}test`, undefined)).toBe(false);
    expect(list.allows(undefined, `https://a.test${'/'.repeat(16_000)}`)).toBe(false);
  });
});
