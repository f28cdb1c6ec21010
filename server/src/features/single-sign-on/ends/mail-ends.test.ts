import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '@svc/contract';
import { addMember, createOrganization, createUser } from '#features/organization';
import { createClock, DAY_MS, type Clock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { mailEnds } from './mail-ends.ts';

describe.each(await testDatabases())('mails of what ends on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let clock: Clock;
  let organizationId: string;
  beforeEach(async () => {
    opened = await database.open();
    clock = createClock();
    const { db } = opened.store;
    organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, clock.nowMs());
    for (const role of ['primary_owner', 'owner', 'administrator', 'billing'] as const) {
      const userId = await createUser(db, { email: `${role}@acme.test`, name: role }, clock.nowMs());
      await addMember(db, { organizationId, userId, role }, clock.nowMs());
    }
  });
  afterEach(() => opened.close());

  const inDays = (days: number): number => clock.nowMs() + days * DAY_MS;
  /** A node: nothing of it is kept in memory. */
  const node = () => mailEnds({ db: opened.store.db, clock, limits: () => LIMITS });
  const connect = (id: string, status: string, ends: { secret?: number; certificates?: number[] }) => {
    const oidc =
      ends.secret === undefined ? null : JSON.stringify({ client_secret_expires_at_ms: ends.secret });
    const certificates = (ends.certificates ?? []).map((endMs, at) => ({
      pem: '-',
      fingerprint: `print-${at}`,
      not_after_ms: endMs,
    }));
    const saml = ends.certificates ? JSON.stringify({ certificates }) : null;
    return sql`insert into sso_connections (id, organization_id, name, protocol, domains, status, oidc, saml, attribute_map,
        provisioning, default_role, group_roles, allow_idp_initiated, trust_second_factor, created_at, updated_at)
      values (${id}, ${organizationId}, 'Acme login', ${saml ? 'saml' : 'oidc'}, '[]'::jsonb, ${status}, ${oidc}::jsonb,
        ${saml}::jsonb, '{}'::jsonb, 'off', 'member', '[]'::jsonb, false, false, now(), now())`.execute(
      opened.store.db,
    );
  };
  /** Recipient and what ends, sorted. */
  const mailed = async (): Promise<string[]> => {
    const mails = opened.store.db.selectFrom('mails').select(['recipient', 'data']);
    const rows = await mails.where('kind', '=', 'sso_certificate_ending').execute();
    return rows
      .map(({ recipient, data }) => {
        const { connectionId, what } = data as { connectionId: string; what: string };
        return `${recipient} ${connectionId} ${what}`;
      })
      .toSorted();
  };
  const toOwners = (what: string) => [`owner@acme.test ${what}`, `primary_owner@acme.test ${what}`];

  it.each([
    ['31 days away', 31, false],
    ['29 days away', 29, true],
    ['an hour away', 1 / 24, true],
    ['over', -1, false],
  ] as const)('SSO-19 D-SSO-22 an end that is %s', async (_, days, isMailed) => {
    await connect('sso_oidc', 'active', { secret: inDays(days) });
    await connect('sso_saml', 'active', { certificates: [inDays(days), inDays(400)] });
    await node().run();
    const expected = [...toOwners('sso_oidc client_secret'), ...toOwners('sso_saml certificate')];
    expect(await mailed()).toEqual(isMailed ? expected.toSorted() : []);
  });

  it.each(['draft', 'disabled'])('SSO-19 nothing of a connection that is %s', async (status) => {
    await connect('sso_oidc', status, { secret: inDays(1) });
    await node().run();
    expect(await mailed()).toEqual([]);
  });

  it('SSO-19 D-SSO-22 once over nodes and restarts, and again for another end', async () => {
    await connect('sso_oidc', 'active', { secret: inDays(5) });
    await Promise.all([node(), node(), node()].map(async (one) => one.run()));
    await clock.advance(DAY_MS);
    await node().run();
    expect(await mailed()).toHaveLength(2);
    const later = JSON.stringify({ client_secret_expires_at_ms: inDays(20) });
    await sql`update sso_connections set oidc = ${later}::jsonb`.execute(opened.store.db);
    await node().run();
    expect(await mailed()).toHaveLength(4);
  });

  it('SSO-19 each of two certificates has a mail of its own', async () => {
    await connect('sso_saml', 'active', { certificates: [inDays(3), inDays(3)] });
    await node().run();
    expect(await mailed()).toHaveLength(4);
  });
});
