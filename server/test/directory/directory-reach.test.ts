import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '#features/console-auth';
import { createUser, setUnverified, updateMember, type MemberStatus } from '#features/organization';
import { fingerprint, fingerprintBytes } from '#kit';
import { readReply, usualDatabase, type OpenTestDatabase } from '#test-kit';
import {
  startCodeSignInNode,
  type CodeSignInNode,
  type Person,
  type Reply,
} from '../code-sign-in/code-sign-in-node.ts';

const SECRET = `scim_${'7'.repeat(64)}`;
const NOW_MS = Date.UTC(2026, 10, 30);

/** What a directory must not reach: accounts of other organizations, owners, addresses it cannot vouch for. */
describe('what a directory reaches', () => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let acme: string;
  let free: Person;

  const scim = async (method: string, path: string, body?: object): Promise<Reply> =>
    readReply(
      await fetch(`${node.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/scim+json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const make = async (name: string, more: object = {}): Promise<string> => {
    const { status, body } = await scim('POST', '/Users', { userName: `${name}@acme.test`, ...more });
    expect(status).toBe(201);
    return body.id;
  };
  const replace = (id: string, path: string, value: unknown): Promise<Reply> =>
    scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path, value }] });
  const move = (id: string, email: string): Promise<Reply> =>
    replace(id, 'emails', [{ value: email, primary: true }]);
  const accountOf = (id: string) =>
    node.db
      .selectFrom('users')
      .select(['email', 'name', 'is_unproven'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const refusalsOf = async (id: string): Promise<number> => {
    const events = node.db.selectFrom('audit_events').select('resource');
    const refused = await events.where('event', '=', 'member.update_refused').execute();
    return refused.filter(({ resource }) => resource?.id === id).length;
  };
  const joinFree = (userId: string, status: MemberStatus) =>
    node.db
      .insertInto('members')
      .values({
        organization_id: free.organizationId,
        user_id: userId,
        role: 'member',
        status,
        added_at: NOW_MS,
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ status }))
      .execute();
  const addDomain = (domain: string) =>
    node.db
      .insertInto('domains')
      .values({
        id: `domain_${domain}`,
        organization_id: acme,
        domain,
        status: 'verified',
        txt_value: '-',
        verified_at: NOW_MS,
        created_at: NOW_MS,
      })
      .execute();

  beforeAll(async () => {
    opened = await (await usualDatabase()).open();
    node = await startCodeSignInNode({ store: opened.store });
    const pia = await node.person('pia@acme.test');
    acme = pia.organizationId;
    free = await node.person('fay@free.test');
    await addDomain('acme.test');
    await node.db
      .insertInto('directory_tokens')
      .values({
        id: 'dirtok_1',
        organization_id: acme,
        name: 'Okta',
        fingerprint: fingerprintBytes(fingerprint(SECRET)),
        created_by: pia.userId,
        created_at: NOW_MS,
      })
      .execute();
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('who was removed from another organization keeps name and address, because they may come back to it', async () => {
    const id = await make('two');
    for (const status of ['active', 'suspended', 'removed'] as const) {
      await joinFree(id, status);
      expect((await move(id, 'other@acme.test')).status).toBe(200);
      expect((await replace(id, 'displayName', 'Other')).status).toBe(200);
      expect(await accountOf(id), status).toMatchObject({ email: 'two@acme.test', name: 'two' });
    }
    const twice = { userName: 'three@acme.test', emails: [{ value: 'Other@acme.test', primary: true }] };
    const refused = await scim('POST', '/Users', twice);
    expect([refused.status, refused.body.scimType], 'SCIM-05 of their address here').toEqual([
      409,
      'uniqueness',
    ]);
  });

  it('a suspension closes this organization and no other', async () => {
    const id = await make('both');
    await joinFree(id, 'active');
    await replace(id, 'active', false);
    const members = node.db.selectFrom('members').select(['organization_id', 'status']);
    const rows = await members.where('user_id', '=', id).execute();
    expect(new Map(rows.map((row) => [row.organization_id, row.status]))).toEqual(
      new Map([
        [acme, 'suspended'],
        [free.organizationId, 'active'],
      ]),
    );
  });

  it('an owner’s address is not moved and an owner is not revived: answered as if, and audited', async () => {
    const id = await make('own');
    await updateMember(node.db, acme, id, { role: 'owner', status: 'active' });
    expect((await move(id, 'taken@acme.test')).status).toBe(200);
    expect((await scim('PUT', `/Users/${id}`, { userName: 'taken@acme.test' })).status).toBe(200);
    expect((await accountOf(id)).email).toBe('own@acme.test');
    expect(await refusalsOf(id)).toBe(2);
    await scim('PUT', `/Users/${id}`, { userName: 'own@acme.test' });
    await updateMember(node.db, acme, id, { role: 'owner', status: 'suspended' });
    expect((await replace(id, 'active', true)).body.active).toBe(true);
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false);
    expect(await refusalsOf(id)).toBe(3);
  });

  it('nobody gets an address of a lost domain, and its people can still be suspended', async () => {
    await addDomain('old.test');
    const emails = [
      { value: 'lou@acme.test', primary: true },
      { value: 'lou@old.test', primary: false },
    ];
    const id = await make('lou', { emails });
    const gone = await make('gone', { emails: [{ value: 'gone@old.test', primary: true }] });
    await node.db.deleteFrom('domains').where('domain', '=', 'old.test').execute();
    expect((await move(id, 'lou@old.test')).status).toBe(200);
    expect((await accountOf(id)).email).toBe('lou@acme.test');
    expect((await replace(gone, 'active', false)).body.active).toBe(false);
  });

  it('a name has no characters that are not seen or turn the direction of others', async () => {
    const id = await make('bia', { displayName: '\u202e\u2066Bi\u200ba\u2069' });
    expect((await accountOf(id)).name).toBe('Bia');
  });

  it('a link for a new password that was mailed to the address before opens nothing any more', async () => {
    const id = await make('max');
    const times = { created_at: NOW_MS, updated_at: NOW_MS, expires_at: NOW_MS };
    const link = { id: 'reset_1', identifier: 'password reset x', value: id, ...times };
    await node.db.insertInto('sign_in_challenges').values(link).execute();
    const links = () =>
      node.db.selectFrom('sign_in_challenges').select('id').where('value', '=', id).execute();
    await replace(id, 'displayName', 'Max');
    expect(await links()).toHaveLength(1);
    await move(id, 'max.m@acme.test');
    expect(await links()).toEqual([]);
  });

  it('SCIM-03 D-SCIM-2 a new member has the default role of the active connection, and neither mail nor password', async () => {
    const roleOf = async (id: string) => {
      const member = node.db.selectFrom('members').select('role').where('organization_id', '=', acme);
      return (await member.where('user_id', '=', id).executeTakeFirst())?.role;
    };
    await sql`insert into sso_connections (id, organization_id, name, protocol, domains, status, attribute_map, provisioning,
        default_role, group_roles, allow_idp_initiated, trust_second_factor, created_at, updated_at)
      values ('sso_1', ${acme}, 'a', 'oidc', '["acme.test"]'::jsonb, 'draft', '{}'::jsonb, 'off', 'developer', '[]'::jsonb,
        false, false, now(), now()),
        ('sso_2', ${free.organizationId}, 'a', 'oidc', '["acme.test"]'::jsonb, 'active', '{}'::jsonb, 'off', 'developer',
        '[]'::jsonb, false, false, now(), now())`.execute(node.db);
    const before = await make('plain');
    expect(await roleOf(before)).toBe('member');
    await node.db.updateTable('sso_connections').set({ status: 'active' }).execute();
    const body = { userName: 'dev@acme.test', password: 'not kept at all' };
    const made = await scim('POST', '/Users', body);
    const { id, meta } = made.body;
    expect([made.status, made.headers.get('location'), id]).toEqual([
      201,
      meta.location,
      expect.stringMatching(/^user_/),
    ]);
    expect(await roleOf(id)).toBe('developer');
    const mails = node.db.selectFrom('mails').selectAll().where('recipient', '=', 'dev@acme.test');
    const methods = node.db.selectFrom('sign_in_methods').selectAll().where('user_id', '=', id);
    expect([await mails.execute(), await methods.execute()]).toEqual([[], []]);
    await scim('DELETE', `/Users/${before}`);
    expect(await roleOf(await make('plain')), 'who comes back').toBe('developer');
  });

  it('an account with an unverified address comes in without the password it was made with, also who comes back', async () => {
    const id = await createUser(node.db, { email: 'sue@acme.test', name: 'Not Sue' }, NOW_MS);
    for (const what of ['comes', 'comes back']) {
      await setUnverified(node.db, id, true);
      await setPassword(node.db, id, 'a hash', NOW_MS);
      expect(await make('sue'), what).toBe(id);
      const methods = node.db.selectFrom('sign_in_methods').selectAll().where('user_id', '=', id);
      expect(
        (await methods.execute()).filter(({ password }) => password !== null),
        what,
      ).toEqual([]);
      expect((await accountOf(id)).is_unproven, what).toBe(false);
      await scim('DELETE', `/Users/${id}`);
    }
  });
});
