import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPAT_RESOURCE_OPERATIONS, WORKSPACE_OPERATIONS } from '@svc/contract';
import { createPlaygroundCredential } from '#features/oauth';
import { OrganizationScope } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import {
  ADMIN_KEY,
  CODE_KEY,
  KEY,
  startCodeSignInNode,
  type CodeSignInNode,
  type Person,
} from './code-sign-in/code-sign-in-node.ts';

const ROUTES = [...WORKSPACE_OPERATIONS, ...COMPAT_RESOURCE_OPERATIONS];
const TOKENS = ['svc-code', 'svc-code-terminal', 'svc-code-desktop', 'playground'] as const;
const KINDS = ['private', 'svc_code', 'admin', ...TOKENS] as const;
type Kind = (typeof KINDS)[number];

const LATER = '401 token_revoked';
const MEMBER = '403 org_membership_required';
const SCOPE = '403 insufficient_scope workspace_resources';
const ADMIN = '403 inference_not_allowed';

/** What each kind of credential is refused with: those of tokens are the same for every program. */
interface State {
  readonly name: string;
  /** Makes it so, and undoes it with `off`. */
  readonly on?: string;
  readonly off?: string;
  readonly private: string | undefined;
  readonly svc_code: string;
  readonly admin: string;
  readonly token: string;
}

const onKeys = (set: string, undo: string) => ({
  on: `update api_keys set ${set}`,
  off: `update api_keys set ${undo}`,
});

/** What comes before the scope is told of all kinds, what comes behind it of private keys alone (D-65). */
const STATES: readonly State[] = [
  { name: 'nothing wrong', private: undefined, svc_code: SCOPE, admin: ADMIN, token: SCOPE },
  {
    name: 'a revoked key',
    ...onKeys(`status = 'revoked'`, `status = 'active'`),
    private: '401 revoked_api_key',
    svc_code: '401 revoked_api_key',
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'an expired key',
    ...onKeys(`expires_at = '2026-01-01'`, `expires_at = null`),
    private: '401 expired_api_key',
    svc_code: '401 expired_api_key',
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'an inactive key',
    ...onKeys(`status = 'inactive'`, `status = 'active'`),
    private: '401 inactive_api_key',
    svc_code: '401 inactive_api_key',
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'a revoked admin key',
    on: `update admin_keys set status = 'revoked'`,
    off: `update admin_keys set status = 'active'`,
    private: undefined,
    svc_code: SCOPE,
    admin: '401 revoked_api_key',
    token: SCOPE,
  },
  {
    name: 'an ended session',
    on: `update code_sessions set revoked_at = '2026-01-01'`,
    off: `update code_sessions set revoked_at = null`,
    private: undefined,
    svc_code: SCOPE,
    admin: ADMIN,
    token: LATER,
  },
  {
    name: 'another address',
    on: `update workspaces set allowed_ips = '["198.51.100.0/24"]'`,
    off: `update workspaces set allowed_ips = '[]'`,
    private: '403 ip_not_allowed',
    svc_code: '403 ip_not_allowed',
    admin: ADMIN,
    token: '403 ip_not_allowed',
  },
  {
    name: 'another origin',
    ...onKeys(`allowed_origins = '["https://app.example"]'`, `allowed_origins = '[]'`),
    private: '403 origin_not_allowed',
    svc_code: '403 origin_not_allowed',
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'a creator who is suspended',
    on: `update members set status = 'suspended'`,
    off: `update members set status = 'active'`,
    private: MEMBER,
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'a creator who left the workspace',
    on: `update members set role = 'developer' where role = 'primary_owner'`,
    off: `update members set role = 'primary_owner' where user_id in (select created_by from admin_keys)`,
    private: MEMBER,
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'a disabled account',
    on: `update users set account = 'disabled'`,
    off: `update users set account = 'enabled'`,
    private: '403 account_disabled',
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'an organization that is not available',
    on: `update organizations set status = 'unavailable'`,
    off: `update organizations set status = 'active'`,
    private: '403 org_unavailable',
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'an archived workspace',
    on: `update workspaces set archived_at = '2026-01-01'`,
    off: `update workspaces set archived_at = null`,
    private: '403 workspace_archived',
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'the free plan',
    on: `update organizations set plan = 'free'`,
    off: `update organizations set plan = 'pro'`,
    private: '403 plan_required',
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
  {
    name: 'billing that is not active',
    on: `update organizations set billing = 'inactive'`,
    off: `update organizations set billing = 'active'`,
    private: '403 plan_required',
    svc_code: SCOPE,
    admin: ADMIN,
    token: SCOPE,
  },
];

/** Values that are no credential of this kind of route, whatever is stored. */
const VALUES: Readonly<Record<string, readonly [string | undefined, string]>> = {
  nothing: [undefined, '401 unauthenticated'],
  'another scheme': ['Basic YTpi', '401 unauthenticated'],
  'a public key': [`Bearer pk_live_${'1'.repeat(64)}`, '403 public_key_rejected'],
  'an unknown key': [`Bearer sk_live_${'0'.repeat(64)}`, '401 invalid_api_key'],
  'an unknown code-client key': [`Bearer sk_svc_${'0'.repeat(64)}`, '401 invalid_api_key'],
  'an unknown admin key': [`Bearer sk_admin_${'0'.repeat(64)}`, '401 invalid_api_key'],
  'an operator key': [`Bearer op_${'0'.repeat(64)}`, '401 invalid_api_key'],
  'an unknown token': ['Bearer a.b.c', '401 invalid_token'],
};

describe.each(await testDatabases())('credentials of workspace routes on $kind', (database) => {
  let opened: OpenTestDatabase;
  let node: CodeSignInNode;
  let bearers: Readonly<Record<Kind, string>>;

  beforeAll(async () => {
    opened = await database.open();
    const limits = {
      unauthenticated_requests_per_minute: 1_000_000,
      files_batches_models_requests_per_minute: 1_000_000,
    };
    node = await startCodeSignInNode({ store: opened.store, deployment: { limits } });
    const pia = await node.person('pia@acme.test');
    const tokens = await Promise.all(
      TOKENS.map(async (client) => [client, await tokenOf(node, pia, client)] as const),
    );
    bearers = {
      private: KEY,
      svc_code: CODE_KEY,
      admin: ADMIN_KEY,
      ...(Object.fromEntries(tokens) as Record<(typeof TOKENS)[number], string>),
    };
  });
  afterAll(async () => {
    await node?.close();
    await opened?.close();
  });

  const answersOf = (authorization: string | undefined) =>
    Promise.all(ROUTES.map(async (route) => [route.id, await refusalOf(node.url, route, authorization)]));
  const expected = (refusal: string | undefined) =>
    ROUTES.map((route) => [route.id, refusal && asSent(refusal, route.status)]);

  it.each(STATES)('PTPL-17 D-ERR-5 D-65 D-71 every route refuses every kind: $name', async (state) => {
    const apply = async (statement: string | undefined): Promise<void> => {
      if (statement) await sql.raw(statement).execute(node.db);
      node.services.forgetCredentials();
    };
    await apply(state.on);
    try {
      for (const kind of KINDS) {
        const refusal = kind in state ? state[kind as 'private'] : state.token;
        expect([kind, await answersOf(`Bearer ${bearers[kind]}`)]).toEqual([kind, expected(refusal)]);
      }
    } finally {
      await apply(state.off);
    }
  });

  it.each(Object.entries(VALUES))('D-65 every route refuses %s', async (_name, [value, refusal]) => {
    expect(await answersOf(value)).toEqual(expected(refusal));
  });
});

async function tokenOf(node: CodeSignInNode, person: Person, client: string): Promise<string> {
  if (client !== 'playground') return (await node.signIn({ client, workspace: 'Research' })).access_token;
  const scope = new OrganizationScope(node.db, person.organizationId);
  const whose = { userId: person.userId, sessionId: 'bses_1' };
  const workspace = await node.workspace('Research', person.organizationId);
  return (await createPlaygroundCredential(node.services.codeSignIn, scope, whose, workspace)).access_token;
}

/** Live routes have one code for unknown and inactive keys (D-66). */
function asSent(refusal: string, status: 'live' | 'preview'): string {
  return status === 'live' ? refusal.replace('inactive_api_key', 'invalid_api_key') : refusal;
}

/** The refusal of the credential step, if it is one: the fields of these requests are wrong behind it. */
async function refusalOf(
  url: string,
  { method, path }: { readonly method: string; readonly path: string },
  authorization: string | undefined,
): Promise<string | undefined> {
  const answer = await fetch(url + path.replaceAll(/\{\w+\}/g, 'none'), {
    method,
    headers: authorization === undefined ? {} : { authorization },
  });
  const { error } = (await answer.json()) as { error?: { code: string; required?: string } };
  if (![401, 403].includes(answer.status)) return undefined;
  return [answer.status, error!.code, ...(error!.required ? [error!.required] : [])].join(' ');
}
