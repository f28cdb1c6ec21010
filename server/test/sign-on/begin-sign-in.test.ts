import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, usualDatabase, type OpenTestDatabase } from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from '../code-sign-in/code-sign-in-node.ts';

/** What an answer could depend on. Jobs of the node ask other tables meanwhile. */
const TABLES = /"(users|members|organizations|domains|sso_connections|sign_in_methods|sessions)"/;

/** The database with the statements about people and connections recorded. */
function noting({ store }: OpenTestDatabase) {
  const statements: string[] = [];
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      if (TABLES.test(JSON.stringify(node))) statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { statements, store: { ...store, db } };
}

const SSO = { next: 'sso', url: '/sso/sso_1/start' };
const PASSWORD = { next: 'password', url: null };

const CASES = (['verified', 'pending', 'none'] as const).flatMap((domain) =>
  (['active', 'draft', 'disabled', 'none'] as const).flatMap((connection) =>
    [false, true].map((isRequired) => ({
      domain,
      connection,
      isRequired,
      next: domain === 'verified' && connection === 'active' ? SSO : PASSWORD,
    })),
  ),
);

describe('where the sign-in page goes on', () => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let statements: string[];
  let organizationId: string;

  beforeAll(async () => {
    opened = await (await usualDatabase()).open();
    const noted = noting(opened);
    ({ statements } = noted);
    node = await startCodeSignInNode({ store: noted.store });
    ({ organizationId } = await node.person('dora@acme.test'));
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  const arrange = async ({ domain, connection, isRequired }: (typeof CASES)[number]): Promise<void> => {
    await node.db.deleteFrom('domains').execute();
    await node.db.deleteFrom('sso_connections').execute();
    if (domain !== 'none')
      await sql`insert into domains (id, organization_id, domain, status, txt_value, created_at)
        values ('domain_1', ${organizationId}, 'acme.test', ${domain}, '-', now())`.execute(node.db);
    if (connection !== 'none')
      await sql`insert into sso_connections (id, organization_id, name, protocol, domains, status, attribute_map, provisioning,
          default_role, group_roles, allow_idp_initiated, trust_second_factor, created_at, updated_at)
        values ('sso_1', ${organizationId}, 'a', 'oidc', '["acme.test"]'::jsonb, ${connection}, '{}'::jsonb, 'off', 'member',
          '[]'::jsonb, false, false, now(), now())`.execute(node.db);
    await node.db.updateTable('organizations').set({ sso_required: isRequired }).execute();
  };
  const begin = async (email: string) => {
    statements.length = 0;
    const { status, body } = await new ApiBrowser(node.url).post('/console/api/auth/begin', { email });
    return { status, body, statements: [...statements] };
  };

  it.each(CASES)(
    'SSO-04 domain $domain, connection $connection, required $isRequired: the same for each address',
    async (one) => {
      await arrange(one);
      const known = await begin('dora@acme.test');
      expect([known.status, known.body]).toEqual([200, one.next]);
      // The primary owner, nobody, another spelling.
      for (const email of ['pia@acme.test', 'nobody@acme.test', 'DORA@ACME.TEST'])
        expect(await begin(email), email).toEqual(known);
    },
  );

  it('SSO-04 an address of another domain takes as many queries', async () => {
    await arrange({ domain: 'verified', connection: 'active', isRequired: true, next: SSO });
    const known = await begin('dora@acme.test');
    expect(known.statements).toHaveLength(1);
    for (const email of ['fay@free.test', 'nobody@free.test', 'a@sub.acme.test', 'a@xacme.test'])
      expect(await begin(email), email).toEqual({ ...known, body: PASSWORD });
  });
});
