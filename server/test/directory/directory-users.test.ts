import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, type HttpReply } from '#test-kit';
import { KEYS } from '../administration/admin-fixture.ts';
import { PATCH_SCHEMA, scimRefusal, startDirectory, type DirectoryFixture } from './directory-fixture.ts';

const find = (attribute: string, value: string): string =>
  `/Users?filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`)}`;

describe.each(await httpDatabases(import.meta.filename))('members by directory on $kind', (database) => {
  let directory: DirectoryFixture;
  const scim: DirectoryFixture['scim'] = (...all) => directory.scim(...all);
  const member = async (id: string): Promise<HttpReply['body']> =>
    (await directory.call('GET', `/users/${id}`)).body;
  const idsOf = ({ body }: HttpReply): string[] => body.Resources.map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    directory = await startDirectory(database);
  });
  afterAll(() => directory?.stop());

  it('a POST makes a member with the role member', async () => {
    const emails = [
      { value: 'ann.lee@acme.test', type: 'work', primary: true },
      { value: 'ann@acme.test', type: 'other', primary: false },
    ];
    const { status, body, headers } = await directory.make('ann', { emails, password: 'secret', title: 'x' });
    expect([status, headers.get('location')]).toEqual([201, body.meta.location]);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: expect.stringMatching(/^user_/),
      externalId: 'ext-ann',
      userName: 'ann@acme.test',
      displayName: 'ann',
      emails,
      active: true,
      meta: {
        resourceType: 'User',
        location: expect.stringMatching(new RegExp(`/scim/v2/Users/${body.id}$`)),
        created: expect.stringMatching(/Z$/),
        lastModified: expect.stringMatching(/Z$/),
      },
    });
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body);
    expect(await member(body.id)).toMatchObject({
      email: 'ann.lee@acme.test',
      name: 'ann',
      role: 'member',
      status: 'active',
    });
    expect(await directory.eventsOf(body.id)).toEqual([['member.joined', 'directory_token']]);
  });

  it.each([
    { userName: 'zoe@other.test' },
    { userName: 'zoe@sub.acme.test' },
    { userName: 'zoe' },
    { userName: 'zoe@evil.test@acme.test' },
    { userName: 'zoe@acme.test/evil.test' },
    { userName: 'zoe@acme.test#.evil.test' },
    { userName: 'zoe@acme%2etest' },
    { userName: 'zoe@\uff41cme.test' },
    { userName: 'zoe@ac\u00adme.test' },
    { userName: 'zoe@acme.test.' },
    { userName: '\u212aim@acme.test' },
    { userName: 'zoe zoe@acme.test' },
    { emails: [{ value: 'zoe@gmail.com' }] },
  ])('SCIM-04 addresses of domains that are not verified are refused: %j', async (more) => {
    expect(scimRefusal(await directory.make('zoe', more))).toBe('400 invalidValue');
    expect(await directory.userId('zoe@acme.test')).toBeUndefined();
  });

  it('SCIM-04 they are refused in a PUT and a PATCH as well', async () => {
    const { id } = (await directory.make('yan')).body;
    expect(scimRefusal(await directory.replace(id, 'userName', 'yan@other.test'))).toBe('400 invalidValue');
    expect(scimRefusal(await scim('PUT', `/Users/${id}`, { userName: 'yan@other.test' }))).toBe(
      '400 invalidValue',
    );
    expect((await member(id)).email).toBe('yan@acme.test');
  });

  it('SCIM-05 userName, address and externalId are one member’s', async () => {
    const { id } = (await directory.make('uma')).body;
    for (const more of [
      { userName: 'UMA@acme.test', externalId: 'other' },
      { externalId: 'ext-uma' },
      { externalId: 'other', emails: [{ value: 'Uma@Acme.test', primary: true }] },
    ])
      expect(scimRefusal(await directory.make('uwe', more)), JSON.stringify(more)).toBe('409 uniqueness');
    const uwe = (await directory.make('uwe', { externalId: 'EXT-UMA' })).body;
    for (const [path, value] of [
      ['userName', 'Uma@acme.test'],
      ['externalId', 'ext-uma'],
      ['emails', [{ value: 'uma@acme.test', primary: true }]],
    ] as const)
      expect(scimRefusal(await directory.replace(uwe.id, path, value)), path).toBe('409 uniqueness');
    expect((await scim('GET', `/Users/${uwe.id}`)).body).toEqual(uwe);
    expect((await directory.replace(id, 'userName', 'UMA@ACME.test')).status).toBe(200);
  });

  it('SCIM-06 D-SCIM-5 a member by invite is found by filter and taken over with role and keys', async () => {
    const dora = await directory.userId('dora@acme.test');
    expect(scimRefusal(await directory.make('dora'))).toBe('409 uniqueness');
    expect((await scim('GET', find('userName', 'DORA@acme.test'))).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: dora, userName: 'dora@acme.test', displayName: 'Dora', active: true }],
    });
    const taken = await directory.replace(dora, 'externalId', 'ext-dora');
    expect([taken.status, taken.body.externalId]).toEqual([200, 'ext-dora']);
    expect((await member(dora)).role).toBe('developer');
    expect(await directory.eventsOf(dora)).toEqual([['member.updated', 'directory_token']]);
    await directory.replace(dora, 'externalId', 'ext-dora');
    expect(await directory.eventsOf(dora), 'repeated').toHaveLength(1);
    const adam = await directory.userId('adam@acme.test');
    const put = await scim('PUT', `/Users/${adam}`, { userName: 'adam@acme.test', externalId: 'ext-adam' });
    expect([put.status, put.body.externalId, (await member(adam)).role]).toEqual([
      200,
      'ext-adam',
      'administrator',
    ]);
    expect((await directory.call('GET', '/me', { key: KEYS.administrator })).status).toBe(200);
  });

  it('SCIM-07 finds by each attribute, and by several', async () => {
    const { id } = (await directory.make('fay', { emails: [{ value: 'fay.f@acme.test' }] })).body;
    for (const [attribute, value] of [
      ['userName', 'Fay@acme.test'],
      ['externalId', 'ext-fay'],
      ['emails.value', 'FAY.F@acme.test'],
      ['id', id],
      ['displayName', 'FAY'],
    ] as const)
      expect(idsOf(await scim('GET', find(attribute, value))), attribute).toEqual([id]);
    expect(idsOf(await scim('GET', find('externalId', 'EXT-fay')))).toEqual([]);
    const both = (name: string) =>
      `/Users?filter=${encodeURIComponent(`userName eq "fay@acme.test" and displayName eq "${name}"`)}`;
    expect(idsOf(await scim('GET', both('fay')))).toEqual([id]);
    expect(idsOf(await scim('GET', both('may')))).toEqual([]);
    const shown = await scim('GET', `${find('id', id)}&attributes=userName`);
    expect(Object.keys(shown.body.Resources[0])).toEqual(['schemas', 'id', 'userName']);
  });

  it('SCIM-08 pages hold every member once, and totalResults all of them', async () => {
    const all = await scim('GET', '/Users');
    const total = idsOf(all).length;
    expect([all.body.totalResults, all.body.startIndex]).toEqual([total, 1]);
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= total; startIndex += 3) {
      const page = await scim('GET', `/Users?startIndex=${startIndex}&count=3`);
      expect([page.body.totalResults, page.body.startIndex]).toEqual([total, startIndex]);
      seen.push(...idsOf(page));
    }
    expect(seen).toEqual(idsOf(all));
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: total, Resources: [] });
  });

  it('SCIM-11 a PUT without active leaves it, and unknown attributes are ignored', async () => {
    const { id } = (await directory.make('pat', { active: false })).body;
    expect((await member(id)).status).toBe('suspended');
    const put = (more: object) => scim('PUT', `/Users/${id}`, { userName: 'pat@acme.test', ...more });
    expect((await put({ nickName: 'P', schemas: ['urn:x'] })).body).toMatchObject({ active: false });
    expect((await put({ active: 'True' })).body).toMatchObject({ active: true });
    expect((await member(id)).status).toBe('active');
    expect((await directory.eventsOf(id)).map(([event]) => event)).toEqual([
      'member.joined',
      'member.updated',
      'member.revived',
    ]);
  });

  it('SCIM-12 a suspended member’s keys answer 403, and work again when they are revived', async () => {
    const abel = await directory.userId('abel@acme.test');
    const ask = async () => {
      const { status, body } = await directory.call('GET', '/v1/models', { key: KEYS.third });
      return [status, body.error?.code];
    };
    expect(await ask()).toEqual([200, undefined]);
    for (let round = 0; round < 2; round++) {
      expect((await directory.replace(abel, 'active', 'False')).body.active).toBe(false);
      expect(await ask()).toEqual([403, 'org_membership_required']);
      expect((await directory.replace(abel, 'active', true)).body.active).toBe(true);
      expect(await ask()).toEqual([200, undefined]);
    }
    expect((await member(abel)).role).toBe('administrator');
  });

  it('SCIM-13 who was removed and comes back is the same person', async () => {
    const { id } = (await directory.make('rik')).body;
    for (const [more, name] of [
      [{ externalId: 'new' }, 'rik'],
      [{ externalId: 'new' }, 'rikard'],
    ] as const) {
      const gone = await scim('DELETE', `/Users/${id}`);
      expect([gone.status, gone.body, gone.headers.get('content-length')]).toEqual([204, undefined, null]);
      expect(scimRefusal(await scim('DELETE', `/Users/${id}`))).toBe('404 -');
      expect(scimRefusal(await scim('GET', `/Users/${id}`))).toBe('404 -');
      expect((await directory.call('GET', `/users/${id}`)).status).toBe(404);
      const back = await directory.make(name, more);
      expect([back.status, back.body.id]).toEqual([201, id]);
      expect((await member(id)).email).toBe(`${name}@acme.test`);
    }
    expect((await directory.eventsOf(id)).map(([event]) => event)).toEqual([
      'member.joined',
      'member.removed',
      'member.joined',
      'member.removed',
      'member.joined',
    ]);
  });

  it('SCIM-13 who came by invite and is removed loses the use of their keys, and comes back by userName', async () => {
    const abel = await directory.userId('abel@acme.test');
    const ask = async () => {
      const { status, body } = await directory.call('GET', '/v1/models', { key: KEYS.third });
      return `${status} ${body.error?.code ?? ''}`;
    };
    expect(await ask()).toBe('200 ');
    expect((await scim('DELETE', `/Users/${abel}`)).status).toBe(204);
    expect(await ask()).toBe('403 org_membership_required');
    expect((await directory.make('abel')).body.id).toBe(abel);
    expect(await member(abel)).toMatchObject({ role: 'member', status: 'active' });
    expect((await directory.eventsOf(abel)).slice(-2)).toEqual([
      ['member.removed', 'directory_token'],
      ['member.joined', 'directory_token'],
    ]);
  });

  it('SCIM-14 the primary owner is neither suspended nor removed, nor gets another address', async () => {
    const pia = await directory.userId('pia@acme.test');
    const before = await member(pia);
    const attempts = [
      () => directory.replace(pia, 'active', false),
      () => scim('DELETE', `/Users/${pia}`),
      () =>
        directory
          .replace(pia, 'userName', 'pia.p@acme.test')
          .then(() => directory.replace(pia, 'emails', [{ value: 'p@acme.test', primary: true }])),
    ];
    for (const attempt of attempts) expect(scimRefusal(await attempt())).toBe('409 mutability');
    expect(await member(pia)).toEqual({ ...before, directory_managed: true });
    const events = await directory.eventsOf(pia);
    expect(events.filter(([event]) => event === 'member.update_refused')).toHaveLength(3);
  });

  it('another owner is answered as if it were done, and GET shows what is', async () => {
    const olga = await directory.userId('olga@acme.test');
    expect((await directory.replace(olga, 'active', false)).body.active).toBe(false);
    expect((await scim('DELETE', `/Users/${olga}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${olga}`)).body.active).toBe(true);
    expect((await directory.eventsOf(olga)).filter(([event]) => event === 'member.update_refused')).toEqual([
      ['member.update_refused', 'directory_token'],
      ['member.update_refused', 'directory_token'],
    ]);
  });

  it('D-SCIM-4 all operations of a PATCH or none', async () => {
    const { id, meta, ...before } = (await directory.make('nia')).body;
    const refused = await scim('PATCH', `/Users/${id}`, {
      schemas: [PATCH_SCHEMA],
      Operations: [
        { op: 'replace', path: 'displayName', value: 'Other' },
        { op: 'replace', path: 'active', value: 'maybe' },
      ],
    });
    expect(scimRefusal(refused)).toBe('400 invalidValue');
    expect((await scim('GET', `/Users/${id}`)).body).toEqual({ id, meta, ...before });
  });

  it('the account follows the primary address', async () => {
    const { id } = (await directory.make('gus', { emails: [{ value: 'gus2@acme.test', primary: true }] }))
      .body;
    const rename = () => directory.replace(id, 'emails', [{ value: 'gus3@acme.test', primary: true }]);
    expect((await rename()).status).toBe(200);
    expect((await member(id)).email).toBe('gus3@acme.test');
  });

  it('requests for different people may come in any order, and at once', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `many${i}`);
    const made = await Promise.all(names.map((name) => directory.make(name)));
    expect(made.map(({ status }) => status)).toEqual(names.map(() => 201));
    const ids = made.map(({ body }) => body.id as string);
    const twice = [...ids, ...ids].toReversed();
    await Promise.all(twice.map((id) => directory.replace(id, 'active', false)));
    for (const id of ids) {
      expect((await member(id)).status).toBe('suspended');
      expect((await directory.eventsOf(id)).map(([event]) => event)).toEqual([
        'member.joined',
        'member.suspended',
      ]);
    }
  });
});
