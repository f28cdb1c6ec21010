import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import { DEVICE_GRANT, KEY, refusal, startCodeSignInNode, type CodeSignInNode } from './code-sign-in-node.ts';

const CLIENT = { client_id: 'svc-code' };
const PATHS = ['/oauth/device_authorization', '/oauth/token', '/oauth/revoke'];
const database = await usualDatabase();

describe('the sign-in endpoints', () => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;

  beforeAll(async () => {
    opened = await database.open();
    const limits = { oauth_requests_per_minute: 100_000, device_requests_waiting: 100_000 };
    node = await startCodeSignInNode({ store: opened.store, deployment: { limits } });
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('D-68 return errors in the form and wording of OAuth', async () => {
    const at = (path: string, fields: Record<string, string> | string, headers = {}) =>
      node.form(path, fields, headers);
    const response = await at('/oauth/token', { ...CLIENT, grant_type: 'password' });
    expect([response.status, Object.keys(response.body)]).toEqual([400, ['error', 'error_description']]);
    expect([response.headers.get('cache-control'), response.headers.get('x-request-id')]).toEqual([
      'no-store',
      expect.stringMatching(/^req_/),
    ]);
    expect(refusal(response)).toBe('400 unsupported_grant_type');
    expect(refusal(await at('/oauth/token', CLIENT))).toBe('400 invalid_request');
    expect(refusal(await at('/oauth/token', { grant_type: DEVICE_GRANT, device_code: 'x' }))).toBe(
      '400 invalid_request',
    );
    expect(refusal(await at('/oauth/token', { ...CLIENT, grant_type: DEVICE_GRANT, device_code: '' }))).toBe(
      '400 invalid_request',
    );
    expect(refusal(await at('/oauth/device_authorization', { client_id: 'nobody' }))).toBe(
      '400 invalid_client',
    );
    expect(refusal(await at('/oauth/device_authorization', { ...CLIENT, scope: 'inference admin' }))).toBe(
      '400 invalid_scope',
    );
    expect(
      (await at('/oauth/device_authorization', { ...CLIENT, scope: 'inference', surplus: 'ignored' })).status,
    ).toBe(200);
    expect(refusal(await at('/oauth/device_authorization', 'client_id=svc-code&client_id=svc-code'))).toBe(
      '400 invalid_request',
    );
    expect(refusal(await at('/oauth/device_authorization', 'client_id=%ff%fe'))).toMatch(/^400 /);
    expect(refusal(await at('/oauth/revoke', CLIENT))).toBe('400 invalid_request');
    expect(refusal(await at('/oauth/token', '{}', { 'content-type': 'application/json' }))).toBe(
      '400 invalid_request',
    );
    expect(refusal(await at('/oauth/token', 'x', { 'content-encoding': 'gzip' }))).toBe(
      '400 invalid_request',
    );
    const large = await at('/oauth/token', {
      ...CLIENT,
      grant_type: 'refresh_token',
      refresh_token: 'x'.repeat(20_000),
    });
    expect(refusal(large)).toBe('413 invalid_request');
    expect(
      refusal(
        await at('/oauth/token', { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'x'.repeat(5000) }),
      ),
    ).toBe('400 invalid_request');
    const read = await fetch(`${node.url}/oauth/token`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('D-68 publish their metadata and keys without authentication', async () => {
    const metadata = await fetch(`${node.url}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toEqual({
      issuer: node.url,
      token_endpoint: `${node.url}/oauth/token`,
      device_authorization_endpoint: `${node.url}/oauth/device_authorization`,
      revocation_endpoint: `${node.url}/oauth/revoke`,
      jwks_uri: `${node.url}/.well-known/jwks.json`,
      scopes_supported: ['inference'],
      response_types_supported: [],
      grant_types_supported: [DEVICE_GRANT, 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    });
    const keys = await fetch(`${node.url}/.well-known/jwks.json`);
    expect(await keys.json()).toEqual({
      keys: [
        { kty: 'RSA', use: 'sig', alg: 'RS256', kid: expect.any(String), n: expect.any(String), e: 'AQAB' },
      ],
    });
    expect(keys.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('D-68 refuse any input without failing', async () => {
    const names = fc.constantFrom(
      'client_id',
      'grant_type',
      'device_code',
      'refresh_token',
      'token',
      'scope',
      '__proto__',
      'constructor',
      '',
    );
    const values = fc.oneof(
      fc.constantFrom(
        'svc-code',
        DEVICE_GRANT,
        'refresh_token',
        KEY,
        'a.b.c',
        'svc_refresh_',
        '\0',
        '%',
        '%zz',
      ),
      fc.string({ maxLength: 60, unit: 'binary' }),
    );
    const forms = fc.oneof(
      fc
        .array(fc.tuple(names, values), { maxLength: 6 })
        .map((fields) => new URLSearchParams(fields.map(([a, b]) => [a, b.toWellFormed()])).toString()),
      fc.string({ maxLength: 300, unit: 'binary' }).map((text) => text.toWellFormed()),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), forms, async (path, body) => {
        const response = await node.form(path, body);
        expect([200, 400]).toContain(response.status);
        if (response.status === 400)
          expect(response.body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
      }),
      { numRuns: 300 },
    );
  });

  it('D-68 are not blocked by a body that stops halfway', async () => {
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
    socket.write(
      'POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\nclient',
    );
    socket.destroy();
    expect((await node.form('/oauth/device_authorization', CLIENT)).status).toBe(200);
  });

  it('D-68 refuse a network beyond its rate with the OAuth error', async () => {
    const few = await startCodeSignInNode({
      store: opened.store,
      deployment: { limits: { oauth_requests_per_minute: 3 } },
    });
    const responses = [];
    for (let i = 0; i < 4; i++) responses.push(await few.form('/oauth/device_authorization', CLIENT));
    expect(responses.map(refusal)).toEqual([
      '200 undefined',
      '200 undefined',
      '200 undefined',
      '429 slow_down',
    ]);
    expect(Number(responses[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
    await few.close();
  });
});
