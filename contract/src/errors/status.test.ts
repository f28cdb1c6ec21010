import { describe, expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import { foldStatus, typeForStatus } from './status.ts';

describe('typeForStatus', () => {
  it.each([
    ['ERR-15', [400, 405, 413, 422], 'invalid_request_error'],
    ['ERR-16', [401], 'authentication_error'],
    ['ERR-17', [402], 'insufficient_quota'],
    ['ERR-18', [403], 'permission_error'],
    ['ERR-19', [404], 'not_found_error'],
    ['ERR-20', [408, 504], 'timeout_error'],
    ['ERR-21', [409], 'conflict_error'],
    ['ERR-22', [429], 'rate_limit_error'],
    ['ERR-23', [500, 502], 'api_error'],
    ['ERR-24', [503], 'service_unavailable_error'],
  ] as const)('%s %j are %s', (_rule, statuses, type) => {
    for (const status of statuses) expect(typeForStatus(status)).toBe(type);
  });

  it('gives the full file store, 507, api_error', () => {
    expect(typeForStatus(507)).toBe('api_error');
  });

  it('ERR-25 uses only the ten spellings of the contract, whatever the entry', () => {
    const types = new Set(Object.values(ERRORS).map((entry) => typeForStatus(entry.status)));
    expect([...types].toSorted()).toEqual([
      'api_error',
      'authentication_error',
      'conflict_error',
      'insufficient_quota',
      'invalid_request_error',
      'not_found_error',
      'permission_error',
      'rate_limit_error',
      'service_unavailable_error',
      'timeout_error',
    ]);
  });
});

describe('foldStatus', () => {
  it('ERR-13 sends every unlisted 4xx as 400', () => {
    for (const status of [406, 410, 411, 415, 418, 426, 431, 451, 499]) expect(foldStatus(status)).toBe(400);
  });

  it('ERR-14 sends an unlisted 5xx as 502, and an overload as 503', () => {
    for (const status of [501, 505, 506, 508, 511, 520, 599]) expect(foldStatus(status)).toBe(502);
    expect(foldStatus(529)).toBe(503);
  });

  it('keeps every listed status, 507 among them', () => {
    const listed = [400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 429, 500, 502, 503, 504, 507];
    expect(listed.map(foldStatus)).toEqual(listed);
  });

  it('treats an answer that is no error as a failed one', () => {
    for (const status of [0, 200, 302, Number.NaN]) expect(foldStatus(status)).toBe(502);
  });
});
