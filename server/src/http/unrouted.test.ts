import { describe, expect, it } from 'vitest';
import { createRouteTable } from './routes.ts';
import { unroutedRefusal } from './unrouted.ts';

const refusal = (method: string, path: string) => {
  const { code, message } = unroutedRefusal(createRouteTable([]), method, path);
  return `${code} ${message}`;
};

describe('a path without an operation', () => {
  it('D-02 is 404, and / says where things are', () => {
    expect(refusal('GET', '/')).toMatch(/^not_found .* API begins at \/v1, .* \/docs .* \/console\.$/);
    expect(refusal('GET', '/v1/nothing')).toMatch(/^not_found .*API reference\.$/);
    expect(refusal('POST', '/v1/nothing')).toMatch(/^endpoint_not_supported /);
    expect(refusal('POST', '/')).toMatch(/^not_found /);
  });
});
