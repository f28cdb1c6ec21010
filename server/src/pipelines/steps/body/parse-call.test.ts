import { expect, it } from 'vitest';
import type { Authenticated, Exchange, ModelEndpoint } from '#exchange';
import type { BodyReader } from '../../bodies/body-reader.ts';
import { parseCall } from './parse-call.ts';

function scopeOf(organizationId: string, workspaceId: string | null, promptCacheKey?: string): unknown {
  const exchange = { bytes: Buffer.from('{}'), credential: { organizationId, workspaceId } } as Exchange &
    Authenticated;
  const bodyReader = { read: () => ({ promptCacheKey }) } as unknown as BodyReader;
  void parseCall({ bodyReader }, { parser: () => ({}) } as unknown as ModelEndpoint)(exchange);
  return exchange.call?.cacheScope;
}

it('MSG-21 D-43 a prompt cache key is scoped to its workspace, and opaque', () => {
  const scope = scopeOf('org_1', 'wrk_1', 'key');
  expect(scope).toMatch(/^[\w-]{43}$/);
  expect(scopeOf('org_1', 'wrk_1', 'key')).toBe(scope);
  const others = [
    scopeOf('org_1', 'wrk_2', 'key'),
    scopeOf('org_2', 'wrk_1', 'key'),
    scopeOf('org_1', null, 'key'),
    scopeOf('org_1', 'wrk_1', 'yek'),
  ];
  expect(new Set([scope, ...others]).size).toBe(5);
  expect(scopeOf('org_1', 'wrk_1')).toBeUndefined();
});
