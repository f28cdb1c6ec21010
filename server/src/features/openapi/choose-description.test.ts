import { describe, expect, it } from 'vitest';
import { BETAS, DESCRIBED_BETAS } from '@svc/contract';
import { chooseDescription } from './choose-description.ts';

const choose = (query: string) => chooseDescription(new URLSearchParams(query));
const VERSION = '2026-11-01';

describe('the choice of a description', () => {
  it('D-OAS-1 is the live surface without version and beta, and else a full form', () => {
    expect(choose('')).toBeUndefined();
    expect(choose('other=1')).toBeUndefined();
    expect(choose('openapi=3.0')).toBeUndefined();
    const plain = { version: VERSION, betas: [], openapi: '3.0' };
    expect(choose(`version=${VERSION}`)).toEqual(plain);
    expect(choose('beta=')).toEqual(plain);
    expect(choose('openapi=3.1')).toEqual({ ...plain, openapi: '3.1' });
    expect(choose('beta=&openapi=3.1')).toEqual({ ...plain, openapi: '3.1' });
  });

  it('OAS-08 PBETA-05 takes every flag, and is the same however flags are written', () => {
    expect(choose(`beta=${BETAS.join()}`)?.betas).toEqual(DESCRIBED_BETAS);
    const twice = choose('beta=webhooks-2026-11-01&beta=%20admin-2026-11-01,agents-2026-11-01');
    expect(twice).toEqual(
      choose('beta=agents-2026-11-01,admin-2026-11-01,webhooks-2026-11-01,webhooks-2026-11-01'),
    );
    expect(new Set(twice?.betas)).toEqual(
      new Set(['admin-2026-11-01', 'webhooks-2026-11-01', 'agents-2026-11-01']),
    );
    expect(choose('beta=agents-2026-11-01')?.betas).toEqual(['agents-2026-11-01']);
  });

  it.each([
    ['version=1999-01-01', 'invalid_version'],
    ['version=', 'invalid_version'],
    [`version=${VERSION}&version=${VERSION}`, 'invalid_version'],
    ['version=latest&beta=nope', 'invalid_version'],
    ['openapi=2.0', 'invalid_parameter'],
    ['openapi=', 'invalid_parameter'],
    ['openapi=3.1&openapi=3.1', 'invalid_parameter'],
    ['beta=nope-2026-01-01', 'unknown_beta'],
    [`beta=${'agents-2026-11-01,'.repeat(33)}`, 'unknown_beta'],
  ])('D-OAS-1 refuses %s', (query, code) => {
    expect(() => choose(query)).toThrow(expect.objectContaining({ catalogName: code }) as Error);
  });
});
