import { PERMISSIONS, reachOf } from '../../permissions.ts';
import type { SignedIn } from '../../schemas/console/sign-in.ts';
import type { BrowserSession } from '../../schemas/console/browser-session.ts';
import type { CodeSession, DeviceRequest } from '../../schemas/console/code-sessions.ts';
import type { Group } from '../../schemas/console/group.ts';
import type { Mail } from '../../schemas/console/mail.ts';
import type { Me } from '../../schemas/console/me.ts';
import { DEVELOPER_ID, ORGANIZATION_ID, OWNER_ID, WORKSPACE_ID } from '../objects/ids.ts';

const granted = Object.fromEntries(
  PERMISSIONS.map((permission) => [permission, reachOf('primary_owner', permission)]),
);

/** Who looks at the Console in the examples. */
export const me: Me = {
  type: 'me',
  user: { id: OWNER_ID, email: 'olga@acme.example', name: 'Olga', second_factor: true },
  organization: {
    id: ORGANIZATION_ID,
    name: 'Acme',
    plan: 'pro',
    role: 'primary_owner',
    zero_data_retention: false,
  },
  organizations: [{ id: ORGANIZATION_ID, name: 'Acme', role: 'primary_owner' }],
  permissions: granted,
  workspaces: [
    { id: WORKSPACE_ID, name: 'Support', is_default: true, role: 'workspace_admin', permissions: granted },
  ],
  base_url: 'https://svc.example',
  sends_mail: true,
  csrf_token: 'csrf_7d1f',
};

export const signedIn: SignedIn = {
  type: 'session',
  id: 'ses_7d1f',
  user: me.user,
  organization_id: ORGANIZATION_ID,
  organizations: me.organizations,
  csrf_token: me.csrf_token,
};

export const browserSession: BrowserSession = {
  id: signedIn.id,
  type: 'browser_session',
  is_current: true,
  ip_address: '203.0.113.17',
  user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Firefox/146.0',
  created_at: '2026-11-20T08:00:00Z',
  last_active_at: '2026-11-20T16:41:00Z',
  expires_at: '2026-12-20T08:00:00Z',
};

const program = {
  client_id: 'svc-code',
  client_name: 'Svc Code',
  surface: 'cli',
  scope: 'inference',
  ip_address: '203.0.113.17',
  user_agent: 'svc-code/1.4',
  created_at: '2026-11-20T09:00:00Z',
} as const;

export const codeSession: CodeSession = {
  id: 'cses_7d1f',
  type: 'code_session',
  ...program,
  workspace_id: WORKSPACE_ID,
  last_refreshed_at: '2026-11-20T16:00:00Z',
  expires_at: '2026-12-20T16:00:00Z',
};

export const deviceRequest: DeviceRequest = {
  id: 'dreq_7d1f',
  type: 'device_request',
  ...program,
  expires_at: '2026-11-20T16:55:00Z',
  workspaces: [{ id: WORKSPACE_ID, name: 'Support', is_default: true }],
};

export const group: Group = {
  id: 'grp_7d1f',
  type: 'group',
  name: 'Builders',
  user_ids: [DEVELOPER_ID],
  created_at: '2026-11-04T10:00:00Z',
};

export const mail: Mail = {
  id: 'mail_7d1f',
  type: 'mail',
  kind: 'invite',
  to: 'ines@acme.example',
  subject: 'You are invited to Acme',
  text: 'Olga invites you to Acme. Follow the link to accept.',
  link: 'https://api.svc.example/console/invite#inv_2f…',
  status: 'held',
  failure: null,
  attempts: 0,
  created_at: '2026-11-20T09:00:00Z',
  sent_at: null,
};
