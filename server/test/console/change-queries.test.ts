import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProvisioning } from '#config';
import { applyProvisioning } from '#features/provisioning';
import { ApiBrowser, type OpenTestDatabase, usualDatabase } from '#test-kit';
import { startCodeSignInNode, type CodeSignInNode } from '../code-sign-in/code-sign-in-node.ts';

const PASSWORD = 'correct horse battery';
const OWNER = { email: 'olga@initech.test', name: 'Olga', role: 'primary_owner', password: PASSWORD };
const PROVISIONING = {
  organizations: [{ name: 'Initech', plan: 'pro', members: [OWNER], workspaces: [{ name: 'Default' }] }],
};

/** The database with every statement recorded, except those that begin and end transactions. */
function noting({ store }: OpenTestDatabase) {
  const statements: string[] = [];
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { statements, store: { ...store, db } };
}

const database = await usualDatabase();

describe('database queries of a change from the Console', () => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let statements: string[];
  beforeAll(async () => {
    opened = await database.open();
    const noted = noting(opened);
    ({ statements } = noted);
    node = await startCodeSignInNode({ store: noted.store });
    const file = parseProvisioning(JSON.stringify(PROVISIONING), {
      source: 'test',
      deployment: node.services.deployment(),
    });
    await opened.store.withoutTimeLimits((db) =>
      applyProvisioning(db, file, { update: false, clock: node.clock }),
    );
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  it('D-CONS-6 a rotation checks its caller before and after its body, and reads its key once', async () => {
    const browser = new ApiBrowser(node.url);
    await browser.signIn(OWNER.email, PASSWORD);
    const { body: workspaces } = await browser.get('/console/api/workspaces');
    const [{ id }] = workspaces['data'] as [{ id: string }];
    const made = await browser.post('/console/api/api_keys', { name: 'first', workspace_id: id });
    statements.length = 0;
    const rotated = await browser.post(`/console/api/api_keys/${made.body['id'] as string}/rotate`, {});
    expect([made.status, rotated.status]).toEqual([201, 201]);
    // The session, again when the body has arrived, the organization's lock, the roles, the key, its limits, its workspace; the new key, its event; the
    // new key for the response.
    const expected = [
      'Select',
      'Select',
      'Select',
      'Select',
      'Select',
      'Select',
      'Select',
      'Insert',
      'Insert',
      'Select',
    ];
    expect(statements).toEqual(expected.map((kind) => `${kind}QueryNode`));
  });
});
