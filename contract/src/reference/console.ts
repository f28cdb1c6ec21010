import { adminKey, apiKey, auditEvent, organization, user, workspace } from './objects/administration.ts';
import {
  ADMIN_KEY_ID,
  API_KEY_ID,
  AUDIT_EVENT_ID,
  DEVELOPER_ID,
  OPERATOR_ID,
  OPERATOR_KEY_ID,
  ORGANIZATION_ID,
  PLUGIN_ID,
  REQUEST_ID,
  WORKSPACE_ID,
} from './objects/ids.ts';
import { operatorKey } from './objects/operator.ts';
import { pageOf } from './objects/page-of.ts';
import { browserSession, codeSession, deviceRequest, group, mail, me, signedIn } from './console/people.ts';
import {
  batchProgress,
  billing,
  fileQuota,
  ledgerEntry,
  marketplaces,
  memberPlugin,
  payment,
  playgroundCredential,
  requestRecord,
  requestSummary,
  tunnelSetup,
  tunnelTest,
} from './console/use.ts';

const done = { type: 'done' };
const signIn = { type: 'sign_in', status: 'signed_in' };
const secretOf = (prefix: string) => ({ secret: `${prefix}${'0f'.repeat(32)}` });
const deletionOf = (type: string, id: string) => ({ id, type, deleted: true });
const plugins = { object: 'list', user_id: DEVELOPER_ID, data: [memberPlugin] };
const codes = { recovery_codes: Array.from({ length: 10 }, (_, index) => `AbCdE-1234${index}`) };
const payload = { type: 'webhook_payload', body: '{"type":"batch.completed"}' };
const redelivered = { type: 'failed_redelivery', redelivered: 3, has_more: false };
const passkey = { id: 'pky_7d1f', type: 'passkey', name: 'work laptop', created_at: '2026-11-04T10:00:00Z' };
const operatorSession = {
  type: 'operator_session',
  id: 'oses_7d1f',
  operator: { id: OPERATOR_ID, email: 'otto@svc.example', name: 'Otto', role: 'operator' },
  csrf_token: 'csrf_7d1f',
};

/** An answer of each operation that only the pages of the Console and of operators have, by its id. They are in no published description. */
export const CONSOLE_EXAMPLES: Readonly<Record<string, unknown>> = {
  readMe: me,
  createApiKey: { ...apiKey, ...secretOf('sk_live_') },
  rotateApiKey: { ...apiKey, ...secretOf('sk_live_') },
  revokeApiKey: { ...apiKey, status: 'revoked' },
  updateApiKeys: { type: 'api_key_update_results', updated_ids: [API_KEY_ID], failures: [] },
  searchApiKeys: pageOf(apiKey, API_KEY_ID),
  searchUsers: pageOf(user, DEVELOPER_ID),
  searchWorkspaces: pageOf(workspace, WORKSPACE_ID),
  searchAuditEvents: pageOf(
    {
      ...auditEvent,
      actor: { ...auditEvent.actor, name: 'Olga' },
      resource: { ...auditEvent.resource, name: apiKey.name },
    },
    AUDIT_EVENT_ID,
  ),
  createAdminKey: { ...adminKey, ...secretOf('sk_admin_') },
  revokeAdminKey: deletionOf('admin_key', ADMIN_KEY_ID),
  transferOwnership: { ...organization, primary_owner_id: DEVELOPER_ID },
  listGroups: pageOf(group, group.id),
  createGroup: group,
  readGroup: group,
  updateGroup: group,
  deleteGroup: deletionOf('group', group.id),
  listMails: pageOf(mail, mail.id),
  readBilling: billing,
  updateBilling: billing,
  listLedgerEntries: pageOf(ledgerEntry, ledgerEntry.id),
  recordPayment: payment,
  listRequests: pageOf(requestSummary, REQUEST_ID),
  readRequest: requestRecord,
  createPlaygroundCredential: playgroundCredential,
  readFileQuota: fileQuota,
  readBatchProgress: batchProgress,
  readWebhookPayload: payload,
  readOrganizationWebhookPayload: payload,
  redeliverFailedWebhookDeliveries: redelivered,
  redeliverFailedOrganizationDeliveries: redelivered,
  testTunnel: tunnelTest,
  readTunnelSetup: tunnelSetup,
  listMarketplaces: marketplaces,
  listMemberPlugins: plugins,
  listOwnPlugins: plugins,
  setOwnPlugin: { ...memberPlugin, plugin_id: PLUGIN_ID },
  findDeviceRequest: deviceRequest,
  approveDeviceRequest: { id: deviceRequest.id, type: 'device_request', status: 'approved' },
  denyDeviceRequest: { id: deviceRequest.id, type: 'device_request', status: 'denied' },
  listCodeSessions: pageOf(codeSession, codeSession.id),
  revokeCodeSession: deletionOf('code_session', codeSession.id),
  signIn,
  confirmSignIn: signIn,
  recoverSignIn: signIn,
  signInWithPasskey: signIn,
  setUpOwner: signIn,
  acceptInviteLink: signIn,
  signOut: done,
  readSignIn: signedIn,
  beginPasskeySignIn: { challenge: 'Y2hhbGxlbmdl' },
  readOwnerLink: {
    type: 'owner_link',
    organization: organization.name,
    name: 'Olga',
    email: 'olga@acme.example',
    expires_at: '2026-11-21T16:41:00Z',
  },
  requestPasswordReset: { ...done, sends_mail: true },
  resetPassword: done,
  readInviteLink: {
    type: 'invite_link',
    organization: organization.name,
    email: 'ines@acme.example',
    role: 'developer',
    invited_by: 'olga@acme.example',
    has_account: false,
    expires_at: '2026-12-11T09:00:00Z',
  },
  updateAccount: signedIn,
  switchOrganization: { ...signedIn, organization_id: ORGANIZATION_ID },
  listSessions: pageOf(browserSession, browserSession.id),
  revokeSession: deletionOf('browser_session', browserSession.id),
  revokeOtherSessions: done,
  changePassword: signedIn,
  setUpAuthenticator: {
    type: 'authenticator_setup',
    uri: 'otpauth://totp/Svc:olga@acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Svc',
    ...codes,
  },
  confirmAuthenticator: signedIn,
  removeAuthenticator: signedIn,
  renewRecoveryCodes: { type: 'recovery_codes', ...codes },
  listPasskeys: { object: 'list', data: [passkey] },
  beginPasskey: { challenge: 'Y2hhbGxlbmdl' },
  addPasskey: passkey,
  removePasskey: deletionOf('passkey', passkey.id),
  signInOperator: done,
  setUpOperator: done,
  signOutOperator: done,
  readOperatorSession: operatorSession,
  readOperatorLink: {
    type: 'operator_link',
    email: 'otto@svc.example',
    role: 'operator',
    authenticator_uri:
      'otpauth://totp/Svc:otto@svc.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Svc',
    expires_at: '2026-11-21T16:41:00Z',
  },
  createOperatorKey: { ...operatorKey, ...secretOf('sk_op_') },
  revokeOperatorKey: deletionOf('operator_key', OPERATOR_KEY_ID),
};
