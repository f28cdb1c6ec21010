import { BY_SYSTEM } from '#features/audit';
import { approveDeviceRequest, findDeviceRequest } from '#features/oauth';
import { runChange } from '#features/organization';
import { readReply } from '#test-kit';
import type { CodeSignInNode } from './code-sign-in-node.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

type Node = Pick<CodeSignInNode, 'url' | 'services' | 'clock' | 'db'>;

/** What people and programs do at a node. */
export function clientOf(node: Node): Omit<CodeSignInNode, 'close' | keyof Node> {
  const callers = callersOf(node.url);
  const console = consoleOf(node);
  return {
    ...callers,
    ...console,
    async signIn({ email = 'pia@acme.test', client = 'svc-code', workspace: name = null } = {}) {
      const device = (await callers.form('/oauth/device_authorization', { client_id: client })).body;
      const who = await console.person(email);
      const workspaceId = name === null ? null : await console.workspace(name, who.organizationId);
      const sessionId = await console.approve(device.user_code, who, workspaceId);
      const fields = { grant_type: DEVICE_GRANT, device_code: device.device_code, client_id: client };
      const { body } = await callers.form('/oauth/token', fields);
      return { ...body, sessionId };
    },
  };
}

function callersOf(url: string): Pick<CodeSignInNode, 'form' | 'call'> {
  return {
    form: async (path, fields, headers = {}) => {
      const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return readReply(await fetch(url + path, { method: 'POST', headers: { ...type, ...headers }, body }));
    },
    call: async (token, path = '/v1/chat/completions', body = CHAT) =>
      readReply(
        await fetch(url + path, {
          method: body === null ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === null ? {} : { body: JSON.stringify(body) }),
        }),
      ),
  };
}

/** The Console's actions for a signed-in user. */
function consoleOf({
  services,
  db,
}: Node): Pick<CodeSignInNode, 'change' | 'person' | 'workspace' | 'approve'> {
  const change: CodeSignInNode['change'] = async ({ userId, organizationId }, make) => {
    const authorize = async () => ({ userId, source: BY_SYSTEM });
    const { result, epochs } = await runChange(services, { organizationId, authorize, make });
    await services.credentialsChanged(epochs);
    return result;
  };
  return {
    change,
    async person(email) {
      const member = db
        .selectFrom('members as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .where('u.email', '=', email);
      const found = await member.select(['m.user_id', 'm.organization_id']).executeTakeFirstOrThrow();
      return { userId: found.user_id, organizationId: found.organization_id };
    },
    async workspace(name, organizationId) {
      const workspaces = db.selectFrom('workspaces').select('id').where('name', '=', name);
      return (await workspaces.where('organization_id', '=', organizationId).executeTakeFirstOrThrow()).id;
    },
    async approve(userCode, who, workspaceId = null) {
      const { id } = await findDeviceRequest(services.codeSignIn, { userId: who.userId, userCode });
      await change(who, (one) =>
        approveDeviceRequest(one, {
          requestId: id,
          workspaceId,
          ssoConnectionId: null,
          limits: services.limits(),
        }),
      );
      const request = db.selectFrom('device_requests').select('session_id').where('id', '=', id);
      return (await request.executeTakeFirstOrThrow()).session_id!;
    },
  };
}

const CHAT = { messages: [{ role: 'user', content: 'hello' }], stream: false, max_tokens: 20 };
