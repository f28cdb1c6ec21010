import { describe, expect, it } from 'vitest';
import { ApiError, OPERATIONS } from '@svc/contract';
import { EngineFault } from '#engine';
import type { Exchange } from '#exchange';
import { BlobKeyUnavailable, BlobStoreUnavailable } from '#blobs';
import { StoreUnavailable } from '#store';
import { toApiError } from './to-api-error.ts';

const chat = OPERATIONS.find(({ path }) => path === '/v1/chat/completions')!;
const exchange = {
  operation: { ...chat, bodyLimit: 'chat_body_bytes' },
} as unknown as Exchange;
const limits = { chat_body_bytes: 4711 } as unknown as Parameters<typeof toApiError>[2];
const errorOf = (cause: unknown) => toApiError(cause, exchange, limits);
const withCode = (code: string) => Object.assign(new Error(`secret path ${code}`), { code });

describe('toApiError', () => {
  it.each([
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'secret')")],
    ['something that is no error', 'secret'],
    ['nothing', undefined],
    ['a system error of no known meaning', withCode('EMFILE')],
  ])('ERR-27 answers %s as 500 internal_error, with none of its text', (_, cause) => {
    const error = errorOf(cause);
    expect([error.catalogName, error.status, error.options.cause]).toEqual(['internal_error', 500, cause]);
    expect(`${error.message} ${JSON.stringify(error.options.extra ?? null)}`).not.toContain('secret');
  });

  it('ERR-27 answers an engine that does not take our configuration as 500 server_misconfigured', () => {
    const error = errorOf(new EngineFault('status', { status: 401 }));
    expect([error.catalogName, error.status]).toEqual(['server_misconfigured', 500]);
  });

  it('keeps what is an answer already', () => {
    const refusal = new ApiError('model_not_found');
    expect(errorOf(refusal)).toBe(refusal);
  });

  it.each([
    new StoreUnavailable('timed_out'),
    new BlobStoreUnavailable('the folder of files cannot be used'),
    new BlobKeyUnavailable('blob_1', 'workspace:wrkspc_1', 'failed'),
    new BlobKeyUnavailable('blob_1', 'customer:key_1', 'unknown'),
    withCode('ENOSPC'),
    withCode('EDQUOT'),
    withCode('EIO'),
    withCode('EROFS'),
  ])('answers %s as 503 temporarily_unavailable', (cause) => {
    expect(errorOf(cause)).toMatchObject({ catalogName: 'temporarily_unavailable', status: 503 });
  });

  it('LIMIT-19 names our own limit when an engine finds the body too large', () => {
    expect(errorOf(new EngineFault('status', { status: 413 })).options.extra).toEqual({ max_bytes: 4711 });
  });
});
