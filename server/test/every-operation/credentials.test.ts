import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_OPERATIONS,
  ERRORS,
  NEWEST_VERSION,
  typeForStatus,
  type RequestedOperation,
} from '@svc/contract';
import { createPlaygroundCredential } from '#features/oauth';
import { OrganizationScope } from '#store';
import { usualDatabase, type OpenTestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  CODE_KEY,
  KEY,
  startCodeSignInNode,
  type CodeSignInNode,
  type Person,
} from '../code-sign-in/code-sign-in-node.ts';
import { FAULT_NAMES, FAULTS, KINDS, TOKENS, type FaultName, type Kind } from './credential-faults.ts';
import { expectedRefusal, type Refusal } from './expected-refusal.ts';
import { RATES } from './operation-caller.ts';

const OF_ORGANIZATIONS = new Set(['inference', 'inference_or_admin', 'workspace', 'admin']);
/** Routes of keys and tokens. */
const ROUTES = ALL_OPERATIONS.filter(({ credential }) => OF_ORGANIZATIONS.has(credential));
/**
 * Routes of people and of those who run the deployment, to whom no key of an organization is anything. Directories have errors of another form
 * and tests of their own.
 */
const OTHER_ROUTES = ALL_OPERATIONS.filter(
  ({ credential }) => !['none', 'directory'].includes(credential) && !OF_ORGANIZATIONS.has(credential),
);

const unknown = (prefix: string): string => `Bearer ${prefix}${'0'.repeat(64)}`;
/** Values that are no credential of an organization, whatever is stored. */
const VALUES: Readonly<Record<string, readonly [string | undefined, Refusal['name']]>> = {
  nothing: [undefined, 'unauthenticated'],
  'another scheme': ['Basic YTpi', 'unauthenticated'],
  'two values': [`Bearer ${KEY} ${KEY}`, 'unauthenticated'],
  'a public key': [`Bearer pk_live_${'1'.repeat(64)}`, 'public_key_rejected'],
  'an unknown key': [unknown('sk_live_'), 'invalid_api_key'],
  'an unknown code-client key': [unknown('sk_svc_'), 'invalid_api_key'],
  'an unknown admin key': [unknown('sk_admin_'), 'invalid_api_key'],
  'a short key': [`Bearer ${KEY.slice(0, -1)}`, 'invalid_api_key'],
  'an operator key': [unknown('sk_op_'), 'invalid_api_key'],
  'a connector token': [unknown('stn_'), 'invalid_api_key'],
  'a signing secret': [unknown('whsec_'), 'invalid_api_key'],
  'a directory token': [unknown('scim_'), 'invalid_api_key'],
  'an unknown token': ['Bearer a.b.c', 'invalid_token'],
};

// What is asked of the database is the same for all routes, and is tested on both databases with keys and sign-in.
describe('credentials on every route', async () => {
  const database = await usualDatabase();
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let bearers: Readonly<Record<Kind, string>>;

  beforeAll(async () => {
    opened = await database.open();
    node = await startCodeSignInNode({ store: opened.store, deployment: { limits: RATES } });
    const pia = await node.person('pia@acme.test');
    const tokens = await Promise.all(
      TOKENS.map(async (client) => [client, await tokenOf(node, pia, client)] as const),
    );
    bearers = {
      private: KEY,
      svc_code: CODE_KEY,
      admin: ADMIN_KEY,
      unbound: (await node.signIn({ client: 'svc-code-desktop' })).access_token,
      ...(Object.fromEntries(tokens) as Record<(typeof TOKENS)[number], string>),
    };
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  const responsesOf = (routes: readonly RequestedOperation[], authorization: string | undefined) =>
    Promise.all(
      routes.map(async (route) => [route.id, await refusalOf(node.url, route, authorization)] as const),
    );

  /** Makes these the only faults. The first of two that share a column is the one that stays. */
  const bringAbout = async (faults: readonly FaultName[]): Promise<void> => {
    const statements = [
      ...FAULT_NAMES.map((name) => FAULTS[name].off),
      ...faults.toReversed().map((name) => FAULTS[name].on),
    ];
    for (const statement of statements) await sql.raw(statement).execute(node.db);
    node.services.forgetCredentials();
  };
  const cellsOf = async (routes: readonly RequestedOperation[], faults: readonly FaultName[]) => {
    const received: unknown[] = [];
    const expected: unknown[] = [];
    for (const kind of KINDS) {
      received.push([kind, await responsesOf(routes, `Bearer ${bearers[kind]}`)]);
      expected.push([
        kind,
        routes.map((operation) => [operation.id, asSent(expectedRefusal({ kind, faults, operation }))]),
      ]);
    }
    return { received, expected };
  };

  it.each([
    { what: 'nothing wrong', faults: [] },
    ...FAULT_NAMES.map((fault) => ({ what: fault, faults: [fault] })),
  ])(
    'PTPL-17 ADMIN-18 ADMIN-20 AUTH-06 CODE-01 COMPG-03 D-ERR-5 D-65 D-66 D-71 every kind of credential on every route: $what',
    async ({ faults }) => {
      await bringAbout(faults);
      const { received, expected } = await cellsOf(ROUTES, faults);
      expect(received).toEqual(expected);
    },
  );

  it('D-65 of several faults the first is told, on a route of every kind', async () => {
    const routes = [
      ...new Map(ROUTES.map((route) => [`${route.credential} ${route.status}`, route])).values(),
    ];
    for (let repaired = 0; repaired < FAULT_NAMES.length; repaired++) {
      const faults = FAULT_NAMES.slice(repaired);
      await bringAbout(faults);
      const { received, expected } = await cellsOf(routes, faults);
      expect(received).toEqual(expected);
    }
    await bringAbout([]);
  });

  it.each(Object.entries(VALUES))(
    'ADMIN-13 ADMIN-16 D-65 D-67 every route refuses %s',
    async (_name, [value, name]) => {
      expect(await responsesOf(ROUTES, value)).toEqual(ROUTES.map(({ id }) => [id, asSent({ name })]));
    },
  );

  it.each(KINDS)(
    'D-CONS-6 no route of people or operators takes a credential of the kind %s',
    async (kind) => {
      expect(await responsesOf(OTHER_ROUTES, `Bearer ${bearers[kind]}`)).toEqual(
        OTHER_ROUTES.map(({ id, credential }) => [
          id,
          asSent({ name: credential === 'operator' ? 'invalid_api_key' : 'session_required' }),
        ]),
      );
    },
  );

  it.each(['private', 'svc_code'] as const)(
    'KEY-19 AUTH-39 D-KEY-7 every request that a %s key is accepted for is a use of it, on every route',
    async (kind) => {
      await bringAbout([]);
      const uses = async () => {
        await node.services.keyUse.flush();
        const keys = await node.db
          .selectFrom('api_keys')
          .select('use_count')
          .where('kind', '=', kind)
          .execute();
        return keys.reduce((sum, key) => sum + key.use_count, 0);
      };
      const before = await uses();
      const received = await responsesOf(ROUTES, `Bearer ${bearers[kind]}`);
      const accepted = received.filter(([, refused]) => refused === undefined).length;
      expect([accepted > 0, await uses()]).toEqual([true, before + accepted]);
    },
  );

  it('KEY-15 VER-03 a batch keeps the version its key is pinned to, unless the request names one', async () => {
    await bringAbout([]);
    // A past date serves as the pin, because only one date is published so far.
    await sql`update api_keys set pinned_version = '2026-01-01'`.execute(node.db);
    node.services.forgetCredentials();
    const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', body, headers: { authorization: `Bearer ${KEY}`, ...headers } };
      return (await (await fetch(node.url + path, init)).json()) as { id: string };
    };
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new File(['{}'], 'lines.jsonl'));
    const { id } = await post('/v1/files', form);
    // Nothing prepares files here.
    await sql`update files set status = 'ready'`.execute(node.db);
    const versionOf = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ input_file_id: id });
      const batch = await post('/v1/batches', body, { 'content-type': 'application/json', ...headers });
      const rows = node.db.selectFrom('batches').select('version').where('id', '=', batch.id);
      return (await rows.executeTakeFirstOrThrow()).version;
    };
    expect(await versionOf({})).toBe('2026-01-01');
    expect(await versionOf({ 'svc-version': NEWEST_VERSION })).toBe(NEWEST_VERSION);
  });
});

async function tokenOf(node: CodeSignInNode, person: Person, client: string): Promise<string> {
  if (client !== 'playground') return (await node.signIn({ client, workspace: 'Research' })).access_token;
  const scope = new OrganizationScope(node.db, person.organizationId);
  const whose = { userId: person.userId, sessionId: 'bses_1', ssoConnectionId: null };
  const workspace = await node.workspace('Research', person.organizationId);
  return (await createPlaygroundCredential(node.services.codeSignIn, scope, whose, workspace)).access_token;
}

/** Status, type and code of the catalog, and what the error says beside them. */
function asSent(refusal: Refusal | undefined): string | undefined {
  if (!refusal) return undefined;
  const { name, required = '', reason = '' } = refusal;
  const { status, code } = ERRORS[name];
  const challenge = status === 401 ? challengeOf(name) : '';
  return [status, typeForStatus(status), code, required, reason, challenge].join(' ').trimEnd();
}

/** RFC 6750: an error is named where a credential was sent (D-67). */
function challengeOf(name: Refusal['name']): string {
  if (name === 'session_required') return '';
  return name === 'unauthenticated' ? 'Bearer realm="svc"' : 'Bearer realm="svc", error="invalid_token"';
}

const REFUSED = new Set([401, 403]);

/** The refusal of the credential step, if it is one: the fields of these requests are wrong behind it. */
async function refusalOf(
  url: string,
  { method, path }: RequestedOperation,
  authorization: string | undefined,
): Promise<string | undefined> {
  const { statusCode, headers, body } = await request(url + path.replaceAll(/\{\w+\}/g, 'none'), {
    method,
    headers: authorization === undefined ? {} : { authorization },
  });
  const { error } = (await body.json()) as { error?: Record<string, string> };
  if (statusCode >= 500) throw new Error(`${method} ${path}: ${statusCode}`);
  if (!REFUSED.has(statusCode) && error?.['code'] !== ERRORS.org_required.code) return undefined;
  const { type, code, required = '', reason = '' } = error!;
  const challenge = headers['www-authenticate'] ?? '';
  return [statusCode, type, code, required, reason, challenge].join(' ').trimEnd();
}
