import { describe, expect, it } from 'vitest';
import { domainRules } from './domain-rules.ts';

describe('rules about domains', () => {
  const allows = (lists: Parameters<typeof domainRules>[0], url: string): boolean =>
    domainRules(lists)(new URL(url));

  it.each([
    ['https://example.com/a', true],
    ['https://EXAMPLE.com./a', true],
    ['https://docs.example.com', true],
    ['https://notexample.com', false],
    ['https://example.com.evil.test', false],
    ['https://example.org/example.com', false],
    ['https://evil.test?example.com', false],
  ])('D-41 a domain stands for itself and what is below it: %s', (url, on) => {
    expect(allows({ allowedDomains: ['example.com'] }, url)).toBe(on);
    expect(allows({ blockedDomains: ['example.com'] }, url)).toBe(!on);
  });

  it.each([
    'Example.COM',
    ' example.com ',
    '*.example.com',
    '.example.com',
    'example.com.',
    'example.com/path',
  ])('D-41 takes a domain written as %j', (domain) =>
    expect(allows({ allowedDomains: [domain] }, 'https://a.example.com/')).toBe(true),
  );

  it('D-41 knows international names in both forms, and numbers have nothing below them', () => {
    expect(allows({ allowedDomains: ['münchen.example'] }, 'https://xn--mnchen-3ya.example')).toBe(true);
    expect(allows({ allowedDomains: ['0.0.1'] }, 'https://127.0.0.1')).toBe(false);
    expect(allows({ allowedDomains: ['127.0.0.1'] }, 'https://2130706433')).toBe(true);
  });

  it('D-41 without lists everything is allowed, with an allowed list of nothing usable nothing is', () => {
    expect(allows({}, 'https://a.test')).toBe(true);
    expect(allows({ allowedDomains: ['not a domain'] }, 'https://a.test')).toBe(false);
    expect(allows({ blockedDomains: ['not a domain'] }, 'https://a.test')).toBe(true);
  });
});
