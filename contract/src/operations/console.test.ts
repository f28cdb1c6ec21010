import { describe, expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import {
  ADMINISTRATION_OPERATIONS,
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  MIRRORED_OPERATIONS,
  OPERATIONS,
  WORKSPACE_OPERATIONS,
  type Operation,
  SIGN_IN_OPERATIONS,
} from '../operations.ts';

const operations: readonly ConsoleOperation[] = [...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS];

describe("the Console's operations", () => {
  it('have unique ids and routes, all under /console/api and none of them published', () => {
    const all: readonly Operation[] = [...operations, ...SIGN_IN_OPERATIONS];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
    for (const { path, credential } of operations)
      expect([path.startsWith('/console/api/'), credential]).toEqual([true, 'console_session']);
    expect(OPERATIONS.filter(({ path }) => path.startsWith('/console'))).toEqual([]);
  });

  it('CONS-01 CONS-02 CONS-03 CONS-04 make and revoke keys here, which no published operation does', () => {
    const making = ['createApiKey', 'rotateApiKey', 'revokeApiKey', 'createAdminKey', 'revokeAdminKey'];
    expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(making));
    const keys = OPERATIONS.filter(({ path }) => /_keys/.test(path));
    expect(new Set(keys.map(({ method }) => method))).toEqual(new Set(['GET', 'PATCH']));
  });

  it('mirror every operation of the Admin API, and of what workspaces own, with the very same schemas', () => {
    const originals = [...ADMINISTRATION_OPERATIONS, ...WORKSPACE_OPERATIONS];
    expect(MIRRORED_OPERATIONS.map(({ id }) => id)).toEqual(originals.map(({ id }) => id));
    originals.forEach((original: Operation, i) => {
      const mirrored = MIRRORED_OPERATIONS[i]!;
      const path = original.path
        .replace('/v1/organizations/', '/console/api/')
        .replace('/v1/', '/console/api/workspaces/{workspace_id}/');
      expect(mirrored.path).toBe(original.path.endsWith('/me') ? '/console/api/organization' : path);
      expect([mirrored.bodyUnder, mirrored.queryUnder, mirrored.response]).toEqual([
        original.bodyUnder,
        original.queryUnder,
        original.response,
      ]);
      expect(mirrored.beta).toBeUndefined();
    });
  });

  it('list each error once, only errors of the catalog, and none of a key', () => {
    for (const { id, errors } of operations) {
      expect(new Set(errors).size, id).toBe(errors.length);
      for (const name of errors) expect(ERRORS).toHaveProperty(name);
      expect(
        errors.filter((name) => /api_key$|beta|invalid_version/.test(name) && name !== 'api_key_not_found'),
      ).toEqual([]);
    }
  });
});
