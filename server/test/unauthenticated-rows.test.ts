import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  INFERENCE_OPERATIONS,
  isPublicOperation,
  OAUTH_OPERATIONS,
  SIGN_IN_OPERATIONS,
  type OAuthOperationId,
  type Operation,
} from '@svc/contract';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { DEVICE_GRANT, startCodeSignInNode, type CodeSignInNode } from './code-sign-in/code-sign-in-node.ts';

const PASSWORD = 'correct horse battery';
const TOKEN = 'x'.repeat(64);
const passkey = {
  id: 'nobody',
  rawId: 'nobody',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};

type PublicOperationId =
  | Extract<(typeof SIGN_IN_OPERATIONS)[number], { credential: 'none' }>['id']
  | OAuthOperationId
  | 'describeApi'
  | 'listWebhookAddresses';

/** Requests of an unknown caller; a public operation that is missing here does not compile. */
const BODIES: Readonly<Record<PublicOperationId, (i: number) => object>> = {
  signIn: (i) => ({ email: `nobody${i}@acme.test`, password: PASSWORD }),
  confirmSignIn: () => ({ code: '000000' }),
  recoverSignIn: () => ({ code: 'aaaaa-bbbbb' }),
  beginPasskeySignIn: () => ({}),
  signInWithPasskey: () => ({ response: passkey }),
  readOwnerLink: () => ({ token: TOKEN }),
  setUpOwner: () => ({ token: TOKEN, name: 'Nobody', email: 'nobody@acme.test', password: PASSWORD }),
  requestPasswordReset: (i) => ({ email: `nobody${i}@acme.test` }),
  resetPassword: () => ({ token: TOKEN, password: PASSWORD }),
  readInviteLink: () => ({ token: TOKEN }),
  acceptInviteLink: () => ({ token: TOKEN, name: 'Nobody', password: PASSWORD }),
  readEntrances: () => ({}),
  beginSignIn: (i) => ({ email: `nobody${i}@acme.test` }),
  // 404 while nobody may sign up; how many rows there are while people may is tested with sign-up.
  requestSignUp: (i) => ({ email: `nobody${i}@acme.test`, name: 'Nobody', organization_name: 'Nothing' }),
  readSignUpLink: () => ({ token: TOKEN }),
  confirmSignUp: () => ({ token: TOKEN }),
  completeSignUp: () => ({ token: TOKEN, password: PASSWORD }),
  authorizeDevice: () => ({}),
  issueToken: () => ({ grant_type: DEVICE_GRANT, device_code: TOKEN }),
  revokeToken: () => ({ token: TOKEN }),
  readAuthorizationServer: () => ({}),
  listSigningKeys: () => ({}),
  describeApi: () => ({}),
  listWebhookAddresses: () => ({}),
};

/**
 * The only tables in which it leaves rows, as required by the protocol or by the count of wrong passwords:
 * both are bounded and swept. The cursor of an event consumer and the row of the node are created once, soon after the start.
 */
const BOUNDED = new Set(['device_requests', 'event_cursors', 'nodes', 'sign_in_attempts']);

const everything: readonly Operation[] = [
  ...INFERENCE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...OAUTH_OPERATIONS,
];
const operations = everything.filter(isPublicOperation);

describe.each(await testDatabases())('a caller without a credential, on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store });
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  async function ask({ id, method, path }: Operation, i: number): Promise<number> {
    const body = BODIES[id as PublicOperationId](i) as Record<string, string>;
    const isForm = path.startsWith('/oauth/');
    const { status } = await fetch(node.url + path, {
      method,
      headers: {
        origin: node.url,
        ...(method === 'GET' || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET'
        ? {}
        : { body: isForm ? new URLSearchParams({ client_id: 'svc-code', ...body }) : JSON.stringify(body) }),
    });
    return status;
  }

  async function rows(): Promise<Record<string, number>> {
    const tables = sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`;
    const counts: Record<string, number> = {};
    for (const { name } of (await tables.execute(node.db)).rows) {
      const { rows: found } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(name)}`.execute(node.db);
      counts[name] = found[0]!.count;
    }
    return counts;
  }

  it('leaves no rows except in bounded tables', async () => {
    // The first signing key for tokens is created on first use.
    await ask(
      operations.find(({ id }) => id === 'listSigningKeys')!,
      0,
    );
    for (const operation of operations) {
      const before = await rows();
      // Decided by its content: neither its form nor its origin is wrong. OAuth answers an unknown code with
      // 400.
      const judged = operation.id === 'issueToken' ? [400] : [200, 401, 404];
      for (let i = 0; i < 5; i++) expect(judged, operation.id).toContain(await ask(operation, i));
      await node.clock.advance(0);
      const after = await rows();
      const grown = Object.keys(after).filter((table) => after[table]! > (before[table] ?? 0));
      expect(
        grown.filter((table) => !BOUNDED.has(table)),
        operation.id,
      ).toEqual([]);
      if (operation.id === 'beginPasskeySignIn' || operation.id === 'signInWithPasskey')
        expect(grown, operation.id).toEqual([]);
    }
  });

  it('leaves no rows by wrong answers for a passkey that somebody has', async () => {
    const { userId } = await node.person('pia@acme.test');
    const known = { id: 'passkey_1', user_id: userId, name: 'laptop', public_key: 'AA', counter: 0 };
    const more = { device_type: 'singleDevice', backed_up: false, transports: '', aaguid: '', created_at: 0 };
    await node.db
      .insertInto('passkeys')
      .values({ ...known, ...more, credential_id: passkey.id })
      .execute();
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${node.url}/console/api/auth/${path}`, {
        method: 'POST',
        headers: { origin: node.url, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const before = await rows();
    for (let i = 0; i < 5; i++) {
      const begun = await post('passkey/options', {});
      const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
      const { error } = (await (await post('passkey', { response: passkey }, cookie)).json()) as {
        error: { code: string };
      };
      expect(error.code).toBe('sign_in_rejected');
    }
    expect(await rows()).toEqual(before);
  });
});
