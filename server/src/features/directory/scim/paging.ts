import { scimError } from './scim-error.ts';

export interface ScimPage {
  /** From 1. */
  readonly startIndex: number;
  /** 0 to 200: 0 only counts. */
  readonly count: number;
}

const MAX_COUNT = 200;
const MAX_START = 2 ** 31 - 1;

/** Numbers outside the range count as its ends (RFC 7644 §3.4.2.4). Throws 400 `invalidValue` for what is no whole number. */
export function parsePage(query: {
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
}): ScimPage {
  return {
    startIndex: parseNumber('startIndex', query.startIndex ?? '1', { min: 1, max: MAX_START }),
    count: parseNumber('count', query.count ?? String(MAX_COUNT), { min: 0, max: MAX_COUNT }),
  };
}

function parseNumber(
  name: string,
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  if (!/^[+-]?\d+$/.test(text)) throw scimError('invalidValue', `${name} is a whole number.`);
  return Math.min(Math.max(Number(text), min), max);
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** `totalResults` counts all that the filter finds, the page is a part of them. */
export function listResponse(page: ScimPage, totalResults: number, resources: readonly object[]): object {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    startIndex: page.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
