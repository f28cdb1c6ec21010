import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, setPassword } from '#features/console-auth';
import { addMember, createUser, requiringOrganization, type MemberStatus } from '#features/organization';
import { ApiBrowser, usualDatabase, type OpenTestDatabase } from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from '../code-sign-in/code-sign-in-node.ts';

const NOW_MS = Date.UTC(2026, 10, 30);

interface Case {
  readonly what: string;
  readonly email?: string;
  readonly role?: 'primary_owner' | 'owner' | 'administrator' | 'developer' | 'billing' | 'member';
  /** In the organization that requires it; null: no member. */
  readonly status?: MemberStatus | null;
  readonly isBound: boolean;
}

const CASES: readonly Case[] = [
  ...(['owner', 'administrator', 'developer', 'billing', 'member'] as const).map((role) => ({
    what: `a ${role} of the verified domain`,
    role,
    isBound: true,
  })),
  { what: 'the primary owner', role: 'primary_owner', isBound: false },
  { what: 'a spelling in capitals', email: 'Cap@REQUIRED.test', isBound: true },
  { what: 'a suspended member', status: 'suspended', isBound: true },
  { what: 'a removed member', status: 'removed', isBound: false },
  { what: 'somebody who is no member', status: null, isBound: false },
  { what: 'a member of a subdomain', email: 'a@sub.required.test', isBound: false },
  { what: 'a member of a longer name', email: 'a@xrequired.test', isBound: false },
  { what: 'a member of a domain that is pending', email: 'a@pending.test', isBound: false },
  { what: 'a member of a domain that another organization verified', email: 'a@free.test', isBound: false },
];

/** Of whom single sign-on is required, without whole services. */
describe('members whom required single sign-on binds', () => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let acme: string;
  let free: string;

  beforeAll(async () => {
    opened = await (await usualDatabase()).open();
    node = await startCodeSignInNode({ store: opened.store });
    acme = (await node.person('pia@acme.test')).organizationId;
    free = (await node.person('fay@free.test')).organizationId;
    for (const [organizationId, domain, status] of [
      [acme, 'required.test', 'verified'],
      [acme, 'pending.test', 'pending'],
      [acme, 'free.test', 'pending'],
      [free, 'free.test', 'verified'],
    ] as const)
      await sql`insert into domains (id, organization_id, domain, status, txt_value, created_at)
        values (${`domain_${organizationId}_${domain}`}, ${organizationId}, ${domain}, ${status}, '-', now())`.execute(
        node.db,
      );
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  const requiring = async (userId: string): Promise<string | null> => {
    const users = node.db.selectFrom('users as u').where('u.id', '=', userId);
    const row = await users
      .select((eb) => requiringOrganization(eb.ref('u.id')).as('organization_id'))
      .executeTakeFirstOrThrow();
    return row.organization_id;
  };
  const setRequired = (organizationId: string, isRequired: boolean) =>
    node.db
      .updateTable('organizations')
      .set({ sso_required: isRequired })
      .where('id', '=', organizationId)
      .execute();

  it.each(CASES.map((one, index) => ({ ...one, index })))(
    'SSO-13 $what: $isBound',
    async ({ email, role = 'developer', status = 'active', isBound, index }) => {
      const userId = await createUser(
        node.db,
        { email: email ?? `p${index}@required.test`, name: 'P' },
        NOW_MS,
      );
      if (role === 'primary_owner')
        await node.db
          .updateTable('members')
          .set({ role: 'owner' })
          .where('organization_id', '=', acme)
          .where('role', '=', 'primary_owner')
          .execute();
      if (status !== null) await addMember(node.db, { organizationId: acme, userId, role, status }, NOW_MS);
      expect(await requiring(userId), 'not required').toBe(null);
      await setRequired(acme, true);
      expect(await requiring(userId)).toBe(isBound ? acme : null);
      await setRequired(acme, false);
      await node.db.deleteFrom('members').where('user_id', '=', userId).execute();
      await node.db.deleteFrom('users').where('id', '=', userId).execute();
    },
  );

  it('SSO-13 another organization, of which somebody is a member too, decides nothing for their address', async () => {
    const userId = await createUser(node.db, { email: 'two@required.test', name: 'Two' }, NOW_MS);
    for (const organizationId of [acme, free])
      await addMember(node.db, { organizationId, userId, role: 'member' }, NOW_MS);
    await setRequired(free, true);
    expect(await requiring(userId)).toBe(null);
    await setRequired(acme, true);
    expect(await requiring(userId)).toBe(acme);
    await setRequired(acme, false);
    await setRequired(free, false);
  });

  it('SSO-13 SSO-15 a session opens by a connection of the organization; one of another opens the others alone', async () => {
    const userId = await createUser(node.db, { email: 'via@required.test', name: 'Via' }, NOW_MS);
    for (const organizationId of [acme, free])
      await addMember(node.db, { organizationId, userId, role: 'administrator' }, NOW_MS);
    await setPassword(node.db, userId, await hashPassword('correct horse battery'), NOW_MS);
    for (const organizationId of [acme, free])
      await sql`insert into sso_connections (id, organization_id, name, protocol, domains, status, attribute_map, provisioning,
          default_role, group_roles, allow_idp_initiated, trust_second_factor, created_at, updated_at)
        values (${`sso_${organizationId}`}, ${organizationId}, 'a', 'oidc', '[]'::jsonb, 'active', '{}'::jsonb, 'off', 'member',
          '[]'::jsonb, false, false, now(), now())`.execute(node.db);
    const browser = new ApiBrowser(node.url);
    expect((await browser.signIn('via@required.test', 'correct horse battery')).status).toBe(200);
    await setRequired(acme, true);
    const answers = async (connectionOf: string | null): Promise<number[]> => {
      const connection = connectionOf === null ? null : `sso_${connectionOf}`;
      const statuses = [];
      for (const organizationId of [acme, free]) {
        const own = node.db.updateTable('sessions').where('user_id', '=', userId);
        await own.set({ sso_connection_id: connection, organization_id: organizationId }).execute();
        statuses.push((await browser.get('/console/api/organization')).status);
      }
      return statuses;
    };
    expect(await answers(acme), 'its own').toEqual([200, 200]);
    expect(await answers(free), 'of another organization').toEqual([403, 200]);
    expect(await answers(null), 'a password').toEqual([401, 401]);
    await setRequired(acme, false);
    expect(await answers(free), 'not required').toEqual([200, 200]);
  });
});
