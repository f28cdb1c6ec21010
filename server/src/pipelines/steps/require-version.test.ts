import { NEWEST_VERSION } from '@svc/contract';
import type { Authenticated, HttpExchange } from '#exchange';
import { expect, it } from 'vitest';
import { requirePublishedVersion } from './require-version.ts';

function applied(pinnedVersion: string | undefined, header?: string, status = 'preview'): string | undefined {
  const headers = header === undefined ? {} : { 'svc-version': header };
  const exchange = {
    operation: { status },
    request: { headers },
    credential: { pinnedVersion },
  } as unknown as HttpExchange & Authenticated;
  void requirePublishedVersion(exchange);
  return exchange.version;
}

it('KEY-15 VER-03 D-92 a key’s pinned version is its default, the header overrides it, and without both the newest applies', () => {
  // A past date serves as the pin, because only one date is published so far.
  expect(applied('2026-01-01')).toBe('2026-01-01');
  expect(applied('2026-01-01', NEWEST_VERSION)).toBe(NEWEST_VERSION);
  expect(applied(undefined)).toBe(NEWEST_VERSION);
});

it('VER-02 D-92 an unpublished version is refused on preview routes and ignored on live ones', () => {
  expect(() => applied(undefined, '1999-01-01')).toThrow(
    expect.objectContaining({ catalogName: 'invalid_version' }),
  );
  expect(applied(undefined, '1999-01-01', 'live')).toBeUndefined();
});
