import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases, refusal, type HttpReply } from '#test-kit';
import { KEYS } from '../administration/admin-fixture.ts';
import { scimRefusal, startDirectory, type DirectoryFixture } from './directory-fixture.ts';

const MAX_MEMBERS = 5;
const find = (attribute: string, value: string): string =>
  `/Groups?filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`)}`;

describe.each(await httpDatabases(import.meta.filename))('groups of a directory on $kind', (database) => {
  let directory: DirectoryFixture;
  let people: string[] = [];
  const scim: DirectoryFixture['scim'] = (...all) => directory.scim(...all);
  const idsOf = ({ body }: HttpReply): string[] => body.Resources.map(({ id }: { id: string }) => id);
  const membersOf = async (id: string): Promise<string[]> =>
    ((await scim('GET', `/Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value);

  beforeAll(async () => {
    directory = await startDirectory(database, { directory_group_members: MAX_MEMBERS });
    for (const name of ['ann', 'bea', 'cem', 'dan', 'eve', 'fay'])
      people.push((await directory.make(name)).body.id as string);
    people = people.toSorted();
  });
  afterAll(() => directory?.stop());

  it('SCIM-15 D-SCIM-8 a group is made with its members, and read, found, replaced and deleted', async () => {
    const [a, b, c] = people as [string, string, string];
    const made = await directory.makeGroup('Sales', [b, a, b]);
    const { body } = made;
    expect([made.status, made.headers.get('location')]).toEqual([201, body.meta.location]);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: expect.stringMatching(/^dirgrp_/),
      externalId: 'ext-Sales',
      displayName: 'Sales',
      members: [{ value: a }, { value: b }],
      meta: {
        resourceType: 'Group',
        location: expect.stringMatching(new RegExp(`/scim/v2/Groups/${body.id}$`)),
        created: expect.stringMatching(/Z$/),
        lastModified: expect.stringMatching(/Z$/),
      },
    });
    expect((await scim('GET', `/Groups/${body.id}`)).body).toEqual(body);
    const admin = await directory.call('GET', `/directory_groups/${body.id}`);
    expect(admin.body).toEqual({
      id: body.id,
      type: 'directory_group',
      display_name: 'Sales',
      external_id: 'ext-Sales',
      member_count: 2,
      role: null,
      workspaces: [],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const put = (sent: object) => scim('PUT', `/Groups/${body.id}`, { externalId: 'ext-Sales', ...sent });
    expect((await put({ displayName: 'Buyers' })).body).toMatchObject({
      displayName: 'Buyers',
      members: [{ value: a }, { value: b }],
    });
    expect((await put({ displayName: 'Buyers', members: [{ value: c }] })).body.members).toEqual([
      { value: c },
    ]);
    expect((await put({ displayName: 'Buyers', members: [] })).body.members).toEqual([]);
    const gone = await scim('DELETE', `/Groups/${body.id}`);
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    for (const method of ['GET', 'DELETE'])
      expect(scimRefusal(await scim(method, `/Groups/${body.id}`)), method).toBe('404 -');
    expect(scimRefusal(await put({ displayName: 'x' }))).toBe('404 -');
    expect(refusal(await directory.call('GET', `/directory_groups/${body.id}`))).toBe(
      '404 directory_group_not_found',
    );
  });

  it('SCIM-15 members who are none here are refused by POST, PUT and PATCH, and nothing changes', async () => {
    const [a] = people as [string];
    const removed = (await directory.make('gone')).body.id as string;
    await scim('DELETE', `/Users/${removed}`);
    const foreign = (await directory.call('GET', '/users', { key: KEYS.stranger })).body.data[0].id as string;
    const { id, displayName } = (await directory.makeGroup('Known', [a])).body;
    for (const value of ['user_none', removed, foreign, 'ann@acme.test', id]) {
      const members = [{ value: a }, { value }];
      for (const asked of [
        directory.makeGroup(`With ${value}`, [a, value]),
        scim('PUT', `/Groups/${id}`, { displayName, members }),
        directory.patchGroup(id, { op: 'add', path: 'members', value: members }),
        directory.patchGroup(id, { op: 'replace', path: 'members', value: members }),
      ])
        expect(scimRefusal(await asked), value).toBe('400 invalidValue');
      expect((await scim('GET', find('displayName', `With ${value}`))).body.totalResults).toBe(0);
    }
    expect(await membersOf(id)).toEqual([a]);
  });

  it('SCIM-15 D-SCIM-10 a group has at most so many members, whatever adds them', async () => {
    const full = people.slice(0, MAX_MEMBERS);
    const { id } = (await directory.makeGroup('Full', full)).body;
    const members = people.map((value) => ({ value }));
    for (const asked of [
      directory.makeGroup('Fuller', people),
      scim('PUT', `/Groups/${id}`, { displayName: 'Full', members }),
      directory.patchGroup(id, { op: 'add', path: 'members', value: [{ value: people[MAX_MEMBERS] }] }),
      directory.patchGroup(id, { op: 'replace', path: 'members', value: members }),
    ])
      expect(scimRefusal(await asked)).toBe('400 tooMany');
    expect(await membersOf(id)).toEqual(full);
  });

  it('SCIM-10 a remove takes members in value or path, and one that names nobody is refused', async () => {
    const [a, b, c] = people as [string, string, string];
    const { id } = (await directory.makeGroup('Removes', [a, b, c])).body;
    for (const nobody of [
      { op: 'remove', path: 'members' },
      { op: 'Remove', path: 'members', value: [] },
      { op: 'remove', path: 'members', value: null },
      { op: 'remove', path: 'members', value: [{}] },
      { op: 'remove', value: { members: [] } },
    ])
      expect(scimRefusal(await directory.patchGroup(id, nobody)), JSON.stringify(nobody)).toBe(
        '400 invalidValue',
      );
    expect(await membersOf(id)).toEqual([a, b, c]);
    for (const remove of [
      { op: 'Remove', path: 'members', value: [{ $ref: null, value: b }] },
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'remove', path: 'members', value: { value: b } },
      { op: 'remove', value: { members: [{ value: b }] } },
    ]) {
      expect((await directory.patchGroup(id, remove)).body.members).toEqual([{ value: a }, { value: c }]);
      // Repeated, it leaves the same.
      expect((await directory.patchGroup(id, remove)).status).toBe(200);
      const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: b }] };
      expect((await directory.patchGroup(id, add)).body.members).toHaveLength(3);
    }
  });

  it('D-SCIM-8 names may repeat, and an externalId is one group’s, with its case', async () => {
    const first = (await directory.makeGroup('Twice', [])).body;
    expect(scimRefusal(await directory.makeGroup('Twice', []))).toBe('409 uniqueness');
    const second = (await directory.makeGroup('Twice', [], { externalId: 'EXT-Twice' })).body;
    const take = { op: 'replace', path: 'externalId', value: 'ext-Twice' };
    expect(scimRefusal(await directory.patchGroup(second.id, take))).toBe('409 uniqueness');
    expect((await directory.patchGroup(first.id, take)).status).toBe(200);
    expect(new Set(idsOf(await scim('GET', find('displayName', 'TWICE'))))).toEqual(
      new Set([first.id, second.id]),
    );
    expect(idsOf(await scim('GET', find('externalId', 'ext-Twice')))).toEqual([first.id]);
    expect(idsOf(await scim('GET', find('id', second.id)))).toEqual([second.id]);
    for (const attribute of ['userName', 'members.value', 'emails.value'])
      expect(scimRefusal(await scim('GET', find(attribute, 'x')))).toBe('400 invalidFilter');
  });

  it('groups come in pages, without their members where they are not asked for', async () => {
    const all = await scim('GET', '/Groups');
    const total = idsOf(all).length;
    expect(all.body.totalResults).toBe(total);
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= total; startIndex += 2) {
      const page = await scim('GET', `/Groups?startIndex=${startIndex}&count=2&excludedAttributes=members`);
      expect([page.body.totalResults, page.body.startIndex]).toEqual([total, startIndex]);
      for (const group of page.body.Resources) expect(group).not.toHaveProperty('members');
      seen.push(...idsOf(page));
    }
    expect(seen).toEqual(idsOf(all));
    const [id] = seen as [string];
    const shown = await scim('GET', `/Groups/${id}?excludedAttributes=members`);
    expect(Object.keys(shown.body)).not.toContain('members');
    const named = await scim('GET', `/Groups/${id}?attributes=displayName`);
    expect(Object.keys(named.body)).toEqual(['schemas', 'id', 'displayName']);
  });

  it('D-SCIM-4 all operations of a PATCH or none, and a replace without a path renames', async () => {
    const [a, b] = people as [string, string];
    const { id } = (await directory.makeGroup('Whole', [a])).body;
    const refused = await directory.patchGroup(
      id,
      { op: 'replace', path: 'displayName', value: 'Other' },
      { op: 'add', path: 'members', value: [{ value: b }] },
      { op: 'remove', path: 'members' },
    );
    expect(scimRefusal(refused)).toBe('400 invalidValue');
    expect((await scim('GET', `/Groups/${id}`)).body).toMatchObject({
      displayName: 'Whole',
      members: [{ value: a }],
    });
    const renamed = await directory.patchGroup(id, { op: 'replace', value: { id, displayName: 'Renamed' } });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'Renamed']);
  });

  it('who is removed leaves their groups, and is in none when they come back', async () => {
    const { id: user } = (await directory.make('leaver')).body;
    const { id } = (await directory.makeGroup('Leavers', [user])).body;
    await scim('DELETE', `/Users/${user}`);
    expect((await scim('GET', `/Groups/${id}`)).body.members).toEqual([]);
    expect((await directory.make('leaver')).body.id).toBe(user);
    expect((await scim('GET', `/Groups/${id}`)).body.members).toEqual([]);
  });

  it('D-SCIM-8 only owners list, read and change groups, in pages and by member', async () => {
    const [a] = people as [string];
    const { id } = (await directory.makeGroup('Owned', [a])).body;
    const key = KEYS.administrator;
    for (const asked of [
      directory.call('GET', '/directory_groups', { key }),
      directory.call('GET', `/directory_groups/${id}`, { key }),
      directory.call('PATCH', `/directory_groups/${id}`, { key, body: { role: 'developer' } }),
    ])
      expect(refusal(await asked)).toBe('403 role_required');
    const first = (await directory.call('GET', '/directory_groups?limit=1')).body;
    expect([first.data[0].id, first.has_more]).toEqual([id, true]);
    const ofMember = (await directory.call('GET', `/directory_groups?user_id=${a}`)).body.data;
    expect(ofMember.map((group: { id: string }) => group.id)).toContain(id);
    expect((await directory.call('GET', '/directory_groups?user_id=user_none')).body.data).toEqual([]);
    const refused = async (body: object) => refusal(await directory.map(id, body));
    expect(await refused({ role: 'owner' })).toBe('400 invalid_parameter role');
    expect(await refused({ role: 'primary_owner' })).toBe('400 invalid_parameter role');
    expect(await refused({ display_name: 'x' })).toBe('400 read_only_field display_name');
    expect(await refused({ workspaces: [{ workspace_id: 'wrkspc_none', role: 'workspace_user' }] })).toBe(
      '404 workspace_not_found workspaces[0].workspace_id',
    );
  });
});
