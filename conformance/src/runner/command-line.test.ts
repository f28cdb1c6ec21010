import { describe, expect, it } from 'vitest';
import { readOptions } from './command-line.ts';
import { selectChecks } from './load-checks.ts';

const URL = 'http://localhost:8080';

describe('readOptions', () => {
  it('accepts a deployment and its credentials', () => {
    expect(readOptions(['--base-url', URL, '--credentials', 'c.yaml', '--only', 'CHAT', '--json'])).toEqual({
      external: { baseUrl: URL, credentials: 'c.yaml' },
      only: 'CHAT',
      json: true,
    });
  });

  it('uses its own deployments without options', () => {
    expect(readOptions([])).toEqual({ external: undefined, only: undefined, json: false });
  });

  it('ignores other options when help is requested', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [
      'credentials that are missing, with an example',
      ['--base-url', URL],
      /needs --credentials FILE[^]*\n {2}main: sk_live_/,
    ],
    ['an address that is missing', ['--credentials', 'c.yaml'], /--base-url URL/],
    [
      'a word that is no URL',
      ['--base-url', 'nope', '--credentials', 'c.yaml'],
      /nope is no URL.*http:\/\/localhost:8080/,
    ],
    [
      'an address without http',
      ['--base-url', 'localhost:8080', '--credentials', 'c.yaml'],
      /localhost:8080 is no URL/,
    ],
    ['an unknown option', ['--verbose'], /--verbose[^]*Usage: /],
  ])('describes the error: %s', (_, words, message) => {
    expect(() => readOptions(words)).toThrow(message);
  });
});

describe('selectChecks', () => {
  const checks = ['CHAT-01', 'CHAT-07', 'D-04'].map((rule) => ({
    rules: [rule],
    title: rule,
    variant: 'standard' as const,
    run: () => Promise.resolve(),
  }));

  it('accepts a rule id or its prefix', () => {
    expect(selectChecks(checks, 'CHAT-07').map(({ title }) => title)).toEqual(['CHAT-07']);
    expect(selectChecks(checks, 'CHAT').map(({ title }) => title)).toEqual(['CHAT-01', 'CHAT-07']);
  });

  it('reports that nothing matches, and what would', () => {
    expect(() => selectChecks(checks, 'ZZZ')).toThrow(/--only ZZZ\..* CHAT, D\.$/);
  });
});
