import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpDatabases, type HttpReply } from '#test-kit';
import { startDirectory, type DirectoryFixture } from './directory-fixture.ts';

interface RoleEvent {
  readonly event: string;
  readonly actor: { readonly type: string };
  readonly workspace_id: string | null;
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  readonly details: { readonly reason?: string };
}

describe.each(await httpDatabases(import.meta.filename))('roles by directory on $kind', (database) => {
  let directory: DirectoryFixture;
  let workspaces: string[] = [];
  let made = 0;
  let ann = '';
  let bea = '';
  const scim: DirectoryFixture['scim'] = (...all) => directory.scim(...all);
  const roleOf = async (id: string): Promise<string> =>
    (await directory.call('GET', `/users/${id}`)).body.role;
  const setRole = (id: string, role: string): Promise<HttpReply> =>
    directory.call('PATCH', `/users/${id}`, { body: { role } });
  const placeOf = async (id: string, workspace = workspaces[0]): Promise<string | undefined> =>
    (await directory.call('GET', `/workspaces/${workspace}/members/${id}`)).body.role;
  const group = async (members: readonly string[], grants: object = {}): Promise<string> => {
    const { id } = (await directory.makeGroup(`Group ${++made}`, members)).body as { id: string };
    await directory.map(id, grants);
    return id;
  };
  const add = (id: string, user: string) =>
    directory.patchGroup(id, { op: 'Add', path: 'members', value: [{ value: user }] });
  const remove = (id: string, user: string) =>
    directory.patchGroup(id, { op: 'remove', path: `members[value eq "${user}"]` });
  const eventsOf = async (id: string): Promise<readonly RoleEvent[]> =>
    (await directory.call('GET', `/audit_events?resource_id=${id}&limit=100`)).body.data;

  beforeAll(async () => {
    directory = await startDirectory(database);
    const { body } = await directory.call('GET', '/workspaces');
    workspaces = body.data.map(({ id }: { id: string }) => id);
  });
  beforeEach(async () => {
    made += 1;
    ann = (await directory.make(`ann${made}`)).body.id;
    bea = (await directory.make(`bea${made}`)).body.id;
  });
  afterAll(() => directory?.stop());

  it('SCIM-16 a group does nothing until it is mapped, then members gain and lose what it gives', async () => {
    const [workspace] = workspaces;
    const id = await group([ann]);
    const has = async () => [await roleOf(ann), await placeOf(ann), await roleOf(bea), await placeOf(bea)];
    expect(await has()).toEqual(['member', undefined, 'member', undefined]);
    await directory.map(id, { role: 'developer' });
    expect(await has()).toEqual(['developer', undefined, 'member', undefined]);
    await directory.map(id, { workspaces: [{ workspace_id: workspace, role: 'workspace_developer' }] });
    expect(await has()).toEqual(['developer', 'workspace_developer', 'member', undefined]);
    await add(id, bea);
    expect(await has()).toEqual(['developer', 'workspace_developer', 'developer', 'workspace_developer']);
    await remove(id, ann);
    expect(await has()).toEqual(['member', undefined, 'developer', 'workspace_developer']);
    await directory.map(id, { workspaces: [{ workspace_id: workspace, role: 'workspace_admin' }] });
    expect(await placeOf(bea)).toBe('workspace_admin');
    await directory.map(id, { role: null, workspaces: [] });
    expect(await has()).toEqual(['member', undefined, 'member', undefined]);
    await directory.map(id, { role: 'billing' });
    expect(await roleOf(bea)).toBe('billing');
    await scim('DELETE', `/Groups/${id}`);
    expect(await roleOf(bea)).toBe('member');
  });

  it('SCIM-16 PUT and replace of members give and take as well, and creating a group gives nothing', async () => {
    const id = await group([ann], { role: 'developer' });
    await scim('PUT', `/Groups/${id}`, { displayName: 'x', members: [{ value: bea }] });
    expect([await roleOf(ann), await roleOf(bea)]).toEqual(['member', 'developer']);
    await directory.patchGroup(id, { op: 'replace', path: 'members', value: [{ value: ann }] });
    expect([await roleOf(ann), await roleOf(bea)]).toEqual(['developer', 'member']);
  });

  it('SCIM-17 of several groups the highest role counts, up to administrator, in any order', async () => {
    const roles = ['member', 'billing', 'developer', 'administrator'] as const;
    const ids: string[] = [];
    for (const role of roles) {
      ids.push(await group([ann], { role }));
      expect(await roleOf(ann)).toBe(role);
    }
    for (const [at, role] of [...roles.entries()].toReversed()) {
      expect(await roleOf(ann)).toBe(role);
      await remove(ids[at]!, ann);
    }
    for (const [at, role] of [...roles.entries()].toReversed()) {
      await add(ids[at]!, bea);
      expect(await roleOf(bea), role).toBe('administrator');
    }
  });

  it('SCIM-17 of several groups the highest role in a workspace counts', async () => {
    const [workspace_id] = workspaces;
    const low = await group([ann], { workspaces: [{ workspace_id, role: 'workspace_user' }] });
    const high = await group([ann], { workspaces: [{ workspace_id, role: 'workspace_admin' }] });
    expect(await placeOf(ann)).toBe('workspace_admin');
    await remove(high, ann);
    expect(await placeOf(ann)).toBe('workspace_user');
    await remove(low, ann);
    expect(await placeOf(ann)).toBeUndefined();
  });

  it.each(['member', 'billing', 'administrator'])(
    'SCIM-17 D-SCIM-6 the role %s set by hand is replaced within 60 seconds, and marked',
    async (role) => {
      await group([ann], { role: 'developer' });
      expect((await setRole(ann, role)).body.role).toBe(role);
      await directory.advance(60);
      expect(await roleOf(ann)).toBe('developer');
      const [last] = await eventsOf(ann);
      expect(last).toMatchObject({
        event: 'member.change_role',
        actor: { type: 'system' },
        changes: { role: { from: role, to: 'developer' } },
        details: { reason: 'directory' },
      });
    },
  );

  it('D-SCIM-6 a role set by hand on a member without a mapped group stays, and members show who keeps them', async () => {
    await group([ann]);
    await setRole(ann, 'billing');
    await directory.advance(60);
    expect(await roleOf(ann)).toBe('billing');
    const dora = await directory.userId('dora@acme.test');
    const managed = async (id: string) =>
      (await directory.call('GET', `/users/${id}`)).body.directory_managed;
    expect([await managed(ann), await managed(dora)]).toEqual([true, false]);
    await directory.replace(dora, 'externalId', 'ext-dora');
    expect(await managed(dora)).toBe(true);
  });

  it('D-SCIM-9 places given by hand stay beneath those of groups, and come back without them', async () => {
    const [workspace_id, second] = workspaces;
    const give = (user_id: string, role: string, workspace = workspace_id) =>
      directory.call('POST', `/workspaces/${workspace}/members`, { body: { user_id, role } });
    await give(ann, 'workspace_user');
    await give(bea, 'workspace_admin');
    await give(ann, 'workspace_developer', second);
    const id = await group([ann, bea], { workspaces: [{ workspace_id, role: 'workspace_developer' }] });
    const has = async () => [await placeOf(ann), await placeOf(bea), await placeOf(ann, second)];
    expect(await has()).toEqual(['workspace_developer', 'workspace_admin', 'workspace_developer']);
    for (const user of [ann, bea]) await remove(id, user);
    expect(await has()).toEqual(['workspace_user', 'workspace_admin', 'workspace_developer']);
  });

  it('D-SCIM-9 a place of a group that is raised by hand stays raised, and one that is taken by hand comes back', async () => {
    const [workspace_id] = workspaces;
    const id = await group([ann, bea], { workspaces: [{ workspace_id, role: 'workspace_developer' }] });
    const place = (user: string) => `/workspaces/${workspace_id}/members/${user}`;
    await directory.call('PATCH', place(ann), { body: { role: 'workspace_admin' } });
    await directory.call('DELETE', place(bea));
    await directory.advance(60);
    expect([await placeOf(ann), await placeOf(bea)]).toEqual(['workspace_admin', 'workspace_developer']);
    for (const user of [ann, bea]) await remove(id, user);
    expect([await placeOf(ann), await placeOf(bea)]).toEqual(['workspace_admin', undefined]);
  });

  it('SCIM-18 D-SCIM-7 owners in a mapped group stay as they are, are answered as if, and the log says so', async () => {
    const [workspace_id] = workspaces;
    const owners = [await directory.userId('olga@acme.test'), await directory.userId('pia@acme.test')];
    const before = await Promise.all(owners.map(roleOf));
    expect(before).toEqual(['owner', 'primary_owner']);
    const refusals = async () =>
      Promise.all(
        owners.map(
          async (id) => (await eventsOf(id)).filter(({ event }) => event === 'member.update_refused').length,
        ),
      );
    expect(await refusals()).toEqual([0, 0]);
    const id = await group([...owners, ann]);
    const grants = { role: 'member', workspaces: [{ workspace_id, role: 'workspace_user' }] };
    expect((await directory.map(id, grants)).status).toBe(200);
    expect(await refusals(), 'mapped').toEqual([1, 1]);
    for (const [at, owner] of owners.entries()) {
      await remove(id, owner);
      const added = await add(id, owner);
      expect([added.status, added.body.members]).toEqual([200, expect.arrayContaining([{ value: owner }])]);
      expect((await refusals())[at], 'added').toBe(2);
    }
    await directory.advance(60);
    expect(await refusals(), 'not by the job').toEqual([2, 2]);
    await scim('DELETE', `/Groups/${id}`);
    expect(await Promise.all(owners.map(roleOf))).toEqual(before);
    expect(await Promise.all(owners.map((owner) => placeOf(owner)))).toEqual([undefined, undefined]);
  });

  it('SCIM-18 a member who was made an owner by hand stays one, whatever their groups become', async () => {
    const id = await group([ann], { role: 'developer' });
    expect((await setRole(ann, 'owner')).status).toBe(200);
    await directory.advance(60);
    expect(await roleOf(ann)).toBe('owner');
    await remove(id, ann);
    expect(await roleOf(ann)).toBe('owner');
    await setRole(ann, 'billing');
    await directory.advance(60);
    expect(await roleOf(ann)).toBe('billing');
  });

  it('suspended members get roles too, and keep them when they are revived', async () => {
    await directory.replace(ann, 'active', false);
    await group([ann], { role: 'developer' });
    expect((await directory.call('GET', `/users/${ann}`)).body).toMatchObject({
      role: 'developer',
      status: 'suspended',
    });
    await directory.replace(ann, 'active', true);
    expect(await roleOf(ann)).toBe('developer');
  });

  it('who is removed loses what groups gave them', async () => {
    const [workspace_id] = workspaces;
    await group([ann], { role: 'administrator', workspaces: [{ workspace_id, role: 'workspace_admin' }] });
    const { userName } = (await scim('GET', `/Users/${ann}`)).body;
    await directory.call('DELETE', `/users/${ann}`);
    expect((await scim('POST', '/Users', { userName })).body.id).toBe(ann);
    expect([await roleOf(ann), await placeOf(ann)]).toEqual(['member', undefined]);
    await directory.advance(60);
    expect([await roleOf(ann), await placeOf(ann)]).toEqual(['member', undefined]);
  });
});
