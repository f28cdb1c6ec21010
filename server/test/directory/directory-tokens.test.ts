import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, refusal } from '#test-kit';
import { KEYS } from '../administration/admin-fixture.ts';
import { scimRefusal, startDirectory, type DirectoryFixture } from './directory-fixture.ts';

const PATHS = [
  '/ServiceProviderConfig',
  '/ResourceTypes',
  '/Schemas',
  '/Users',
  '/Users/user_1',
  '/Groups',
  '/Groups/dirgrp_1',
];

describe.each(await httpDatabases(import.meta.filename))('directory tokens on $kind', (database) => {
  let directory: DirectoryFixture;
  beforeAll(async () => {
    directory = await startDirectory(database, { directory_requests_per_minute: 100 });
  });
  afterAll(() => directory?.stop());

  it('SCIM-01 D-SCIM-1 an owner has two live tokens at most, shown once', async () => {
    const end = '2999-01-01T00:00:00Z';
    const second = await directory.call('POST', '/directory_tokens', {
      body: { name: 'Okta', expires_at: end },
    });
    const { secret, ...shown } = second.body as { secret: string; id: string };
    expect([second.status, secret]).toEqual([201, expect.stringMatching(/^scim_[0-9a-f]{64}$/)]);
    expect(shown).toEqual({
      id: expect.stringMatching(/^dirtok_/),
      type: 'directory_token',
      name: 'Okta',
      expires_at: end,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    const create = (body: object, key?: string) =>
      directory.call('POST', '/directory_tokens', { body, ...(key ? { key } : {}) });
    expect(refusal(await create({ name: 'third' }))).toBe('409 resource_conflict');
    expect(refusal(await create({ name: 'x', expires_at: '2001-01-01T00:00:00Z' }))).toBe(
      '400 invalid_parameter expires_at',
    );
    const administrator = { key: KEYS.administrator };
    expect(refusal(await create({ name: 'x' }, KEYS.administrator))).toBe('403 role_required');
    expect(refusal(await directory.call('GET', '/directory_tokens', administrator))).toBe(
      '403 role_required',
    );
    const path = `/directory_tokens/${shown.id}`;
    expect(refusal(await directory.call('DELETE', path, administrator))).toBe('403 role_required');
    expect(refusal(await directory.call('DELETE', path, { key: KEYS.stranger }))).toBe(
      '404 directory_token_not_found',
    );
    expect((await directory.call('GET', '/directory_tokens')).body.data[0]).toEqual(shown);
    expect((await directory.scim('GET', '/Schemas', undefined, secret)).status).toBe(200);
    expect((await directory.call('GET', '/directory_tokens')).body.data[0].last_used_at).toMatch(/Z$/);
    expect((await directory.call('DELETE', path)).body).toEqual({
      id: shown.id,
      type: 'directory_token',
      deleted: true,
    });
    expect(scimRefusal(await directory.scim('GET', '/Schemas', undefined, secret))).toBe('401 -');
    expect(await directory.eventsOf(shown.id)).toEqual([
      ['directory_token.created', 'admin_key'],
      ['directory_token.deleted', 'admin_key'],
    ]);
  });

  it('SCIM-01 D-SCIM-1 a token that has ended opens nothing and does not count', async () => {
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const create = (body: object) => directory.call('POST', '/directory_tokens', { body });
    const { body: ending } = await create({ name: 'ending', expires_at: end });
    expect((await directory.scim('GET', '/Users', undefined, ending.secret)).status).toBe(200);
    await directory.advance(3601);
    expect(scimRefusal(await directory.scim('GET', '/Users', undefined, ending.secret))).toBe('401 -');
    const another = await create({ name: 'another' });
    expect(another.status).toBe(201);
    for (const { id } of [ending, another.body]) await directory.call('DELETE', `/directory_tokens/${id}`);
  });

  it('SCIM-01 SCIM-02 no other credential opens it, and it opens nothing else', async () => {
    const { main, code, owner } = KEYS;
    for (const credential of [main, code, owner, '', 'scim_', `scim_${'0'.repeat(64)}`, 'a.b.c'])
      for (const path of PATHS)
        expect(scimRefusal(await directory.scim('GET', path, undefined, credential)), path).toBe('401 -');
    const key = directory.secret;
    for (const path of ['/v1/models', '/users', '/directory_tokens', '/v1/webhooks'])
      expect((await directory.call('GET', path, { key })).status, path).toBe(401);
  });

  it('SCIM-02 refusals have the form of RFC 7644, those of unknown paths too', async () => {
    const { scim } = directory;
    expect(scimRefusal(await scim('GET', '/Users/user_none'))).toBe('404 -');
    expect(scimRefusal(await scim('GET', '/Me'))).toBe('404 -');
    expect(scimRefusal(await scim('POST', '/Bulk', {}))).toBe('404 -');
    expect(scimRefusal(await scim('DELETE', '/Users'))).toBe('405 -');
    expect(scimRefusal(await scim('POST', '/Users', '{"userName":'))).toBe('400 invalidSyntax');
    expect(scimRefusal(await scim('POST', '/Users', '[]'))).toBe('400 invalidSyntax');
    expect(scimRefusal(await scim('POST', '/Users', {}))).toBe('400 invalidValue');
    for (const body of [
      `{"userName":"a@acme.test","x":${'['.repeat(1000)}`,
      '{"userName":"a@acme.test","displayName":"\\ud800"}',
    ])
      expect(scimRefusal(await scim('POST', '/Users', body))).toBe('400 invalidSyntax');
    for (const body of [
      '{"__proto__":{"userName":"a@acme.test"}}',
      '{"userName":"a@acme.test","USERNAME":"a@other.test"}',
      '{"userName":"a@acme.test","name":{"givenName":"\\u0000"}}',
    ])
      expect(scimRefusal(await scim('POST', '/Users', body))).toBe('400 invalidValue');
    expect(scimRefusal(await scim('GET', '/Users/%00'))).toBe('404 -');
    expect(scimRefusal(await scim('GET', '/Users?filter=userName%20co%20%22a%22'))).toBe('400 invalidFilter');
    expect(scimRefusal(await scim('GET', '/Users?count=x'))).toBe('400 invalidValue');
    expect(scimRefusal(await scim('POST', '/Users', `"${'x'.repeat(4_194_304)}"`))).toBe('413 -');
  });

  it('says what of SCIM there is', async () => {
    const { body, headers } = await directory.scim('GET', '/ServiceProviderConfig');
    expect(headers.get('content-type')).toBe('application/scim+json');
    expect([body.patch.supported, body.bulk.supported, body.filter.supported]).toEqual([true, false, true]);
    const types = (await directory.scim('GET', '/ResourceTypes')).body.Resources;
    expect(types.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
    const schemas = (await directory.scim('GET', '/Schemas')).body.Resources;
    expect(schemas.map(({ id }: { id: string }) => id)).toEqual(
      types.map(({ schema }: { schema: string }) => schema),
    );
  });

  it('SCIM-20 D-SCIM-10 a token has so many requests a minute, and the refusal says when to come again', async () => {
    await directory.advance(60);
    const asked = Array.from({ length: 101 }, () => directory.scim('GET', '/Schemas'));
    const refused = (await Promise.all(asked)).filter(({ status }) => status !== 200);
    expect(refused.map(scimRefusal)).toEqual(['429 -']);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await directory.advance(60);
    expect((await directory.scim('GET', '/Schemas')).status).toBe(200);
  });
});
