import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type OpenTestDatabase } from '#test-kit';
import { refusal, startCodeSignInNode, type CodeSignInNode, type Person } from './code-sign-in-node.ts';

const RS256 = { alg: 'RS256', typ: 'at+jwt' };
const DAY_MS = 86_400_000;
const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe.each(await httpDatabases(import.meta.filename))('access tokens on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let pia: Person;
  let token: string;
  const called = async (bearer: string, path = '/v1/models'): Promise<string> =>
    refusal(await node.call(bearer, path, null));
  /** A token of the session with other claims or another header, signed by the service's own key. */
  const signed = async (claims: Record<string, unknown>, header: object = {}): Promise<string> => {
    const { kid, privateKey } = await node.services.codeSignIn.signingKeys.current();
    const all = { ...RS256, kid, ...header };
    return new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader(all).sign(privateKey);
  };

  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store });
    pia = await node.person('pia@acme.test');
    token = (await node.signIn({ workspace: 'Research' })).access_token;
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('D-69 have exactly these claims and this header', async () => {
    const { kid } = await node.services.codeSignIn.signingKeys.current();
    expect(decodeProtectedHeader(token)).toEqual({ ...RS256, kid });
    const { iat, exp, ...claims } = decodeJwt(token);
    expect(claims).toEqual({
      iss: node.url,
      aud: node.url,
      sub: pia.userId,
      org_id: pia.organizationId,
      workspace_id: await node.workspace('Research', pia.organizationId),
      sid: expect.stringMatching(/^sess_/),
      client_id: 'svc-code',
      surface: 'cli',
      scope: 'inference',
      jti: expect.stringMatching(/^token_/),
    });
    expect([exp! - iat!, Math.abs(iat! * 1000 - node.clock.nowMs()) < 60_000]).toEqual([3600, true]);
  });

  it('AUTH-13 are refused when tampered with or issued by somebody else', async () => {
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const { kid } = decodeProtectedHeader(token);
    const claims = decodeJwt(token);
    const [jwk] = (await node.services.codeSignIn.signingKeys.published()).keys;
    const publicPem = createPublicKey({ key: jwk!, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString();
    const hmac = (secret: string): string => {
      const head = `${json({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}`;
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    };
    const { privateKey } = await node.services.codeSignIn.signingKeys.current();
    const critical = `${json({ ...RS256, kid, crit: ['svc'], svc: 1 })}.${payload}`;
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const bad: Record<string, string> = {
      'another claim': `${header}.${json({ ...claims, sub: 'user_other' })}.${signature}`,
      'another signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'no algorithm': `${json({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.x`,
      'the public key as a secret': hmac(publicPem),
      'the public key as JSON': hmac(JSON.stringify(jwk)),
      'an unknown key': await new SignJWT(claims)
        .setProtectedHeader({ ...RS256, kid: 'other' })
        .sign(stranger),
      'our kid, another key': await new SignJWT(claims)
        .setProtectedHeader({ ...RS256, kid: kid! })
        .sign(stranger),
      'no kid': await new SignJWT(claims).setProtectedHeader(RS256).sign(stranger),
      'a key of its own': await new SignJWT(claims)
        .setProtectedHeader({ ...RS256, kid: kid!, jwk: jwk! })
        .sign(stranger),
      'another algorithm': await signed({}, { alg: 'PS256' }).catch(
        () => `${json({ alg: 'PS256', kid })}.${payload}.${signature}`,
      ),
      'an unknown critical header': `${critical}.${sign('sha256', Buffer.from(critical), privateKey).toString('base64url')}`,
      'another type': await signed({}, { typ: 'JWT' }),
      'another issuer': await signed({ iss: 'https://elsewhere.test' }),
      'another audience': await signed({ aud: 'https://elsewhere.test' }),
      'no session': await signed({ sid: undefined }),
      'a number for a session': await signed({ sid: 7 }),
      'no end': await signed({ exp: undefined }),
      'a late end': await signed({ iat: claims.iat! - 7200 }),
      'an unknown surface': await signed({ surface: 'watch' }),
      'not JSON': `${header}.${Buffer.from('hello').toString('base64url')}.${signature}`,
      letters: 'aaaa.bbbb.cccc',
      'something large': `${header}.${'x'.repeat(8000)}.${signature}`,
    };
    for (const [name, value] of Object.entries(bad))
      expect([name, await called(value)]).toEqual([name, '401 invalid_token']);
    expect(await called(token)).toBe('200 undefined');
    expect(await called(await signed({ sid: 'sess_unknown' }))).toBe('401 token_revoked');
  });

  it('AUTH-24 are refused without the permission, which the error names', async () => {
    const response = await node.call(await signed({ scope: 'something_else' }));
    expect([refusal(response), response.body.error.required]).toEqual([
      '403 insufficient_scope',
      'inference',
    ]);
    expect(await called(await signed({ scope: '' }))).toBe('403 insufficient_scope');
  });

  it('ADMIN-14 are not valid as admin keys', async () => {
    const response = await fetch(`${node.url}/v1/organizations/me`, {
      headers: { authorization: `Bearer ${token}`, 'svc-beta': 'admin-2026-11-01' },
    });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      403,
      'admin_key_required',
    ]);
    await node.services.audit.trail.deliver();
    const events = node.db
      .selectFrom('audit_events')
      .select(['actor', 'resource'])
      .where('event', '=', 'admin_api.request');
    expect(await events.executeTakeFirstOrThrow()).toEqual({
      actor: { type: 'user', id: pia.userId, email: 'pia@acme.test', role: 'primary_owner' },
      resource: { type: 'session', id: decodeJwt(token)['sid'] },
    });
  });

  it('AUTH-19 AUTH-22 are bound to the address list of their workspace', async () => {
    const research = await node.workspace('Research', pia.organizationId);
    const limitTo = async (ips: string[]) => {
      await node.db.updateTable('workspaces').set({ allowed_ips: ips }).where('id', '=', research).execute();
      node.services.forgetCredentials();
    };
    await limitTo(['198.51.100.0/24']);
    expect(await called(token)).toBe('403 ip_not_allowed');
    await limitTo([]);
    expect(await called(token)).toBe('200 undefined');
    await node.services.audit.trail.deliver();
    const events = node.db
      .selectFrom('audit_events')
      .select('resource')
      .where('event', '=', 'api_key.ip_denied');
    expect(await events.execute()).toMatchObject([{ resource: { type: 'session' } }]);
  });

  it('D-73 are refused in a workspace their user left, and after any change of role or status', async () => {
    const organization = pia.organizationId;
    await node.db
      .updateTable('members')
      .set({ status: 'suspended' })
      .where('user_id', '=', pia.userId)
      .execute();
    node.services.forgetCredentials();
    expect(await called(token)).toBe('403 org_membership_required');
    await node.db
      .updateTable('members')
      .set({ status: 'active', role: 'developer' })
      .where('user_id', '=', pia.userId)
      .execute();
    node.services.forgetCredentials();
    expect(await called(token)).toBe('403 org_membership_required');
    await node.db
      .updateTable('members')
      .set({ role: 'primary_owner' })
      .where('user_id', '=', pia.userId)
      .execute();
    await node.db
      .updateTable('organizations')
      .set({ billing: 'inactive' })
      .where('id', '=', organization)
      .execute();
    node.services.forgetCredentials();
    expect(await called(token)).toBe('403 plan_required');
    await node.db
      .updateTable('organizations')
      .set({ billing: 'active' })
      .where('id', '=', organization)
      .execute();
    node.services.forgetCredentials();
    expect(await called(token)).toBe('200 undefined');
  });

  it('AUTH-13 expire after an hour, with 30 seconds of clock tolerance', async () => {
    const { access_token: fresh } = await node.signIn();
    expect(await called(fresh)).toBe('200 undefined');
    await node.clock.advance(3_600_000 + 25_000);
    expect(await called(fresh)).toBe('200 undefined');
    await node.clock.advance(10_000);
    expect(await called(fresh)).toBe('401 invalid_token');
    const later = (await node.signIn()).access_token;
    const fromTheFuture = await signed({ iat: decodeJwt(later).iat! + 60, exp: decodeJwt(later).exp! + 60 });
    expect(await called(fromTheFuture)).toBe('401 invalid_token');
  });

  it('D-69 are signed with a new key after 90 days, and the old key is published as long as needed', async () => {
    const before = await node.services.codeSignIn.signingKeys.current();
    const { created_at: madeAtMs } = await node.db
      .selectFrom('token_signing_keys')
      .select('created_at')
      .executeTakeFirstOrThrow();
    await node.clock.advance(madeAtMs + 90 * DAY_MS - 1_800_000 - node.clock.nowMs());
    const old = (await node.signIn()).access_token;
    await node.clock.advance(1_800_000);
    const fresh = (await node.signIn()).access_token;
    const after = await node.services.codeSignIn.signingKeys.current();
    const kids = async () =>
      (await node.services.codeSignIn.signingKeys.published()).keys.map(({ kid }) => kid);
    expect([decodeProtectedHeader(old).kid, decodeProtectedHeader(fresh).kid]).toEqual([
      before.kid,
      after.kid,
    ]);
    expect(before.kid).not.toBe(after.kid);
    expect(await kids()).toEqual([after.kid, before.kid]);
    expect([await called(old), await called(fresh)]).toEqual(['200 undefined', '200 undefined']);
    await node.clock.advance(7_200_000);
    expect(await kids()).toEqual([after.kid]);
    // A leaked key is useless once it has expired.
    const claims = {
      ...decodeJwt(fresh),
      iat: Math.floor(node.clock.nowMs() / 1000),
      exp: Math.floor(node.clock.nowMs() / 1000) + 3600,
    };
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ ...RS256, kid: before.kid })
      .sign(before.privateKey);
    expect(await called(forged)).toBe('401 invalid_token');
    const kept = JSON.stringify(await node.db.selectFrom('token_signing_keys').selectAll().execute());
    expect(kept).not.toContain('PRIVATE');
  });
});
