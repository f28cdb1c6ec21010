import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { parseListQuery } from './list-query.ts';

const parse = (query: string) => parseListQuery(new URLSearchParams(query));

function refusal(query: string): string {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof ApiError) return `${error.catalogName} ${error.options.param}`;
  }
  return 'accepted';
}

describe('the query of the models list', () => {
  it.each([
    ['', { includeUnavailable: false, capabilities: [], surface: 'api' }],
    ['other=1', { includeUnavailable: false, capabilities: [], surface: 'api' }],
    ['include_unavailable=false', { includeUnavailable: false, capabilities: [], surface: 'api' }],
    ['include_unavailable=true', { includeUnavailable: true, capabilities: [], surface: 'api' }],
    [
      'capability=tools&capability=vision&surface=cli',
      { includeUnavailable: false, capabilities: ['tools', 'vision'], surface: 'cli' },
    ],
  ])('D-58 reads %j', (query, expected) => {
    expect(parse(query)).toEqual(expected);
  });

  it.each([
    ['include_unavailable=', 'invalid_request include_unavailable'],
    ['include_unavailable=True', 'invalid_request include_unavailable'],
    ['include_unavailable=1', 'invalid_request include_unavailable'],
    ['include_unavailable=true&include_unavailable=true', 'invalid_request include_unavailable'],
    ['surface=nope', 'invalid_surface surface'],
    ['surface=api&surface=api', 'invalid_request surface'],
    ['capability=tools&capability=nope', 'invalid_capability capability'],
  ])('D-07 D-58 refuses %j', (query, expected) => {
    expect(refusal(query)).toBe(expected);
  });
});
