import { oneModel, readReply, TextNameServer, type HttpReply, type TestDatabase } from '#test-kit';
import { startAdminFixture, type AdminFixture } from '../administration/admin-fixture.ts';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The directory of Acme, and its owner. */
export interface DirectoryFixture extends AdminFixture {
  readonly secret: string;
  readonly tokenId: string;
  /** Calls below `/scim/v2` with the token of the directory, unless another credential is given; '' is none. */
  scim(method: string, path: string, body?: unknown, credential?: string): Promise<HttpReply>;
  /** Changes one attribute, as Entra ID does. */
  replace(userId: string, path: string, value: unknown): Promise<HttpReply>;
  /** Makes a user of `acme.test`. */
  make(name: string, more?: object): Promise<HttpReply>;
  /** Makes a group of `acme.test`. */
  makeGroup(name: string, members: readonly string[], more?: object): Promise<HttpReply>;
  /** Changes a group by one PATCH. */
  patchGroup(groupId: string, ...operations: readonly object[]): Promise<HttpReply>;
  /** Gives a group a role or workspaces, as the owner. */
  map(groupId: string, grants: object): Promise<HttpReply>;
  userId(email: string): Promise<string>;
  /** Audit events about a thing, oldest first, as name and kind of actor. */
  eventsOf(resourceId: string): Promise<(readonly [event: string, actor: string])[]>;
}

/** A service whose organization Acme has verified `acme.test` and has a directory. */
export async function startDirectory(database: TestDatabase, limits: object = {}): Promise<DirectoryFixture> {
  const dns = await TextNameServer.start();
  const deployment = oneModel({ type: 'sandbox' }, { sso: { dns_servers: [dns.address] }, limits });
  const admin = await startAdminFixture(database, deployment);
  const { body: domain } = await admin.call('POST', '/domains', { body: { domain: 'acme.test' } });
  dns.texts.set(domain.txt_name, [domain.txt_value]);
  await admin.call('POST', '/domains/acme.test/verify');
  const token = await admin.call('POST', '/directory_tokens', { body: { name: 'Entra ID' } });
  const { secret, id: tokenId } = token.body as { secret: string; id: string };
  const scim = scimCaller(admin, secret);
  return {
    ...admin,
    secret,
    tokenId,
    scim,
    replace: (userId, path, value) =>
      scim('PATCH', `/Users/${userId}`, {
        schemas: [PATCH_SCHEMA],
        Operations: [{ op: 'Replace', path, value }],
      }),
    make: (name, more = {}) =>
      scim('POST', '/Users', {
        schemas: [USER_SCHEMA, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
        userName: `${name}@acme.test`,
        externalId: `ext-${name}`,
        displayName: name,
        ...more,
      }),
    makeGroup: (name, members, more = {}) =>
      scim('POST', '/Groups', {
        schemas: [GROUP_SCHEMA],
        displayName: name,
        externalId: `ext-${name}`,
        members: members.map((value) => ({ value })),
        ...more,
      }),
    patchGroup: (groupId, ...operations) =>
      scim('PATCH', `/Groups/${groupId}`, { schemas: [PATCH_SCHEMA], Operations: operations }),
    map: (groupId, body) => admin.call('PATCH', `/directory_groups/${groupId}`, { body }),
    async userId(email) {
      const { body } = await admin.call('GET', `/users?email=${email}`);
      return body.data[0]?.id;
    },
    eventsOf: (resourceId) => eventsOf(admin, resourceId),
    async stop() {
      await admin.stop();
      await dns.close();
    },
  };
}

async function eventsOf(
  admin: Pick<DirectoryFixture, 'call'>,
  resourceId: string,
): Promise<(readonly [event: string, actor: string])[]> {
  const { body } = await admin.call('GET', `/audit_events?resource_id=${resourceId}&limit=100`);
  const events = body.data as { event: string; actor: { type: string } }[];
  return events.toReversed().map(({ event, actor }) => [event, actor.type] as const);
}

/** Status and `scimType` of a refusal in SCIM's form, and nothing else of a body that has another. */
export function scimRefusal({ status, body, headers }: HttpReply): string {
  const isScim =
    headers.get('content-type') === 'application/scim+json' &&
    body.schemas[0] === 'urn:ietf:params:scim:api:messages:2.0:Error' &&
    body.status === String(status) &&
    typeof body.detail === 'string';
  return `${status} ${isScim ? (body.scimType ?? '-') : 'in another form'}`;
}

function scimCaller({ service }: AdminFixture, secret: string): DirectoryFixture['scim'] {
  return async (method, path, body, credential = secret) =>
    readReply(
      await fetch(`http://127.0.0.1:${service.port}/scim/v2${path}`, {
        method,
        headers: {
          ...(credential === '' ? {} : { authorization: `Bearer ${credential}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
}
