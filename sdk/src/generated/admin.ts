// Printed from the contract by `npm run generate`; change it there.

import { segment, type RequestOptions } from '../core/call.ts';
import { listPages, reportPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import type { FileSource } from '../resources/file-source.ts';
import { sendFormOrJson, type UploadOptions } from '../resources/send-form.ts';
import type {
  AddWorkspaceMemberBody,
  AdminKey,
  AdminKeysPage,
  ApiKey,
  ApiKeysPage,
  AuditEventsPage,
  CostReport,
  CreateDirectoryTokenBody,
  CreateDomainBody,
  CreateInviteBody,
  CreateOrganizationWebhookBody,
  CreatePluginBody,
  CreatePluginForm,
  CreateSsoConnectionBody,
  CreateWorkspaceBody,
  DeleteDirectoryTokenAnswer,
  DeleteDomainAnswer,
  DeleteInferenceHookAnswer,
  DeleteInviteAnswer,
  DeleteOrganizationWebhookAnswer,
  DeleteSpendLimitAnswer,
  DeleteSsoConnectionAnswer,
  DirectoryGroup,
  DirectoryGroupsPage,
  DirectoryTokensPage,
  Domain,
  DomainsPage,
  InferenceHook,
  InferenceHookSecret,
  InferenceHookTest,
  Invite,
  InvitesPage,
  ListAdminKeysQuery,
  ListApiKeysQuery,
  ListAuditEventsQuery,
  ListDirectoryGroupsQuery,
  ListDirectoryTokensQuery,
  ListDomainsQuery,
  ListInvitesQuery,
  ListOrganizationWebhookDeliveriesQuery,
  ListOrganizationWebhooksQuery,
  ListPluginsQuery,
  ListSpendLimitsQuery,
  ListSsoConnectionsQuery,
  ListUsersQuery,
  ListWorkspaceMembersQuery,
  ListWorkspacesQuery,
  NewDirectoryToken,
  NewWebhook,
  Organization,
  OrganizationWebhookDeliveriesPage,
  OrganizationWebhooksPage,
  Plugin,
  PluginsPage,
  PutInferenceHook,
  PutInferenceHookBody,
  RateLimits,
  RemoveUserAnswer,
  RemoveWorkspaceMemberAnswer,
  ReportCodeAnalyticsPage,
  ReportCodeAnalyticsQuery,
  ReportCostQuery,
  ReportUsageQuery,
  SetSpendLimitBody,
  SetWorkspaceRateLimitsBody,
  SpendLimit,
  SpendLimitsPage,
  SsoConnection,
  SsoConnectionsPage,
  SsoConnectionTest,
  UpdateAdminKeyBody,
  UpdateApiKeyBody,
  UpdateDirectoryGroupBody,
  UpdateOrganizationBody,
  UpdateOrganizationWebhookBody,
  UpdatePluginBody,
  UpdateSsoConnectionBody,
  UpdateUserBody,
  UpdateWorkspaceBody,
  UpdateWorkspaceMemberBody,
  UsageReport,
  User,
  UsersPage,
  Webhook,
  WebhookDelivery,
  WebhookSecret,
  Workspace,
  WorkspaceMember,
  WorkspaceMembersPage,
  WorkspaceRateLimits,
  WorkspacesPage,
} from './types.ts';

const BETAS = ['admin-2026-11-01'];

export class Admin {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Read the organization. */
  readOrganization(options?: RequestOptions): Promise<Organization> {
    return this.#transport.json({ method: 'GET', path: '/v1/organizations/me', betas: BETAS, repetition: 'safe' }, options);
  }

  /** Update the organization. */
  updateOrganization(body: UpdateOrganizationBody, options?: RequestOptions): Promise<Organization> {
    return this.#transport.json({ method: 'PATCH', path: '/v1/organizations/me', body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** List inference keys. */
  listApiKeys(query: ListApiKeysQuery = {}, options?: RequestOptions): Pages<ApiKeysPage> {
    return listPages<ApiKeysPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/api_keys', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read an inference key. */
  readApiKey(apiKeyId: string, options?: RequestOptions): Promise<ApiKey> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/api_keys/${segment(apiKeyId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Update an inference key: name, status or restrictions. */
  updateApiKey(apiKeyId: string, body: UpdateApiKeyBody, options?: RequestOptions): Promise<ApiKey> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/api_keys/${segment(apiKeyId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** List admin keys. */
  listAdminKeys(query: ListAdminKeysQuery = {}, options?: RequestOptions): Pages<AdminKeysPage> {
    return listPages<AdminKeysPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/admin_keys', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read an admin key. */
  readAdminKey(keyId: string, options?: RequestOptions): Promise<AdminKey> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/admin_keys/${segment(keyId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Update an admin key: name, status or restrictions. */
  updateAdminKey(keyId: string, body: UpdateAdminKeyBody, options?: RequestOptions): Promise<AdminKey> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/admin_keys/${segment(keyId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Create a workspace. */
  createWorkspace(body: CreateWorkspaceBody, options?: RequestOptions): Promise<Workspace> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/workspaces', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List workspaces. */
  listWorkspaces(query: ListWorkspacesQuery = {}, options?: RequestOptions): Pages<WorkspacesPage> {
    return listPages<WorkspacesPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/workspaces', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a workspace. */
  readWorkspace(workspaceId: string, options?: RequestOptions): Promise<Workspace> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/workspaces/${segment(workspaceId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Update a workspace. */
  updateWorkspace(workspaceId: string, body: UpdateWorkspaceBody, options?: RequestOptions): Promise<Workspace> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/workspaces/${segment(workspaceId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Archive a workspace; its keys stop working, its data stays. */
  archiveWorkspace(workspaceId: string, options?: RequestOptions): Promise<Workspace> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/workspaces/${segment(workspaceId)}/archive`, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Unarchive a workspace. */
  unarchiveWorkspace(workspaceId: string, options?: RequestOptions): Promise<Workspace> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/workspaces/${segment(workspaceId)}/unarchive`, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List the members of a workspace. */
  listWorkspaceMembers(workspaceId: string, query: ListWorkspaceMembersQuery = {}, options?: RequestOptions): Pages<WorkspaceMembersPage> {
    return listPages<WorkspaceMembersPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: `/v1/organizations/workspaces/${segment(workspaceId)}/members`, query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Add a member of the organization to a workspace. */
  addWorkspaceMember(workspaceId: string, body: AddWorkspaceMemberBody, options?: RequestOptions): Promise<WorkspaceMember> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/workspaces/${segment(workspaceId)}/members`, body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Read a member of a workspace. */
  readWorkspaceMember(workspaceId: string, userId: string, options?: RequestOptions): Promise<WorkspaceMember> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/workspaces/${segment(workspaceId)}/members/${segment(userId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Change the role of a member in a workspace. */
  updateWorkspaceMember(workspaceId: string, userId: string, body: UpdateWorkspaceMemberBody, options?: RequestOptions): Promise<WorkspaceMember> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/workspaces/${segment(workspaceId)}/members/${segment(userId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Remove a member from a workspace; their keys in it stop working. */
  removeWorkspaceMember(workspaceId: string, userId: string, options?: RequestOptions): Promise<RemoveWorkspaceMemberAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/workspaces/${segment(workspaceId)}/members/${segment(userId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** List members. */
  listUsers(query: ListUsersQuery = {}, options?: RequestOptions): Pages<UsersPage> {
    return listPages<UsersPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/users', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a member. */
  readUser(userId: string, options?: RequestOptions): Promise<User> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/users/${segment(userId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Change the role of a member. */
  updateUser(userId: string, body: UpdateUserBody, options?: RequestOptions): Promise<User> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/users/${segment(userId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Remove a member; their keys stop working. */
  removeUser(userId: string, options?: RequestOptions): Promise<RemoveUserAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/users/${segment(userId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Create an invite. */
  createInvite(body: CreateInviteBody, options?: RequestOptions): Promise<Invite> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/invites', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List invites. */
  listInvites(query: ListInvitesQuery = {}, options?: RequestOptions): Pages<InvitesPage> {
    return listPages<InvitesPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/invites', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read an invite. */
  readInvite(inviteId: string, options?: RequestOptions): Promise<Invite> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/invites/${segment(inviteId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Delete a pending invite. */
  deleteInvite(inviteId: string, options?: RequestOptions): Promise<DeleteInviteAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/invites/${segment(inviteId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Read the tier and rate limits of the organization. */
  readRateLimits(options?: RequestOptions): Promise<RateLimits> {
    return this.#transport.json({ method: 'GET', path: '/v1/organizations/rate_limits', betas: BETAS, repetition: 'safe' }, options);
  }

  /** Read the rate limits of a workspace. */
  readWorkspaceRateLimits(workspaceId: string, options?: RequestOptions): Promise<WorkspaceRateLimits> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/workspaces/${segment(workspaceId)}/rate_limits`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Set the rate limits of a workspace. */
  setWorkspaceRateLimits(workspaceId: string, body: SetWorkspaceRateLimitsBody, options?: RequestOptions): Promise<WorkspaceRateLimits> {
    return this.#transport.json({ method: 'PUT', path: `/v1/organizations/workspaces/${segment(workspaceId)}/rate_limits`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Clear the rate limits of a workspace. */
  clearWorkspaceRateLimits(workspaceId: string, options?: RequestOptions): Promise<WorkspaceRateLimits> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/workspaces/${segment(workspaceId)}/rate_limits`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** List spend limits. */
  listSpendLimits(query: ListSpendLimitsQuery = {}, options?: RequestOptions): Pages<SpendLimitsPage> {
    return listPages<SpendLimitsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/spend_limits', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Set the spend limit of a scope. */
  setSpendLimit(body: SetSpendLimitBody, options?: RequestOptions): Promise<SpendLimit> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/spend_limits', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Read a spend limit. */
  readSpendLimit(spendLimitId: string, options?: RequestOptions): Promise<SpendLimit> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/spend_limits/${segment(spendLimitId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Remove a spend limit. */
  deleteSpendLimit(spendLimitId: string, options?: RequestOptions): Promise<DeleteSpendLimitAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/spend_limits/${segment(spendLimitId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Read the audit log. */
  listAuditEvents(query: ListAuditEventsQuery = {}, options?: RequestOptions): Pages<AuditEventsPage> {
    return listPages<AuditEventsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/audit_events', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Report usage over time. */
  reportUsage(query: ReportUsageQuery, options?: RequestOptions): Pages<UsageReport> {
    return reportPages<UsageReport>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/usage_report/messages', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Report cost by day. */
  reportCost(query: ReportCostQuery, options?: RequestOptions): Pages<CostReport> {
    return reportPages<CostReport>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/cost_report', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Report the usage of code clients on a day. */
  reportCodeAnalytics(query: ReportCodeAnalyticsQuery, options?: RequestOptions): Pages<ReportCodeAnalyticsPage> {
    return listPages<ReportCodeAnalyticsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/code_analytics', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Create a webhook for events of the organization. */
  createOrganizationWebhook(body: CreateOrganizationWebhookBody, options?: RequestOptions): Promise<NewWebhook> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/webhooks', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List the webhooks of the organization. */
  listOrganizationWebhooks(query: ListOrganizationWebhooksQuery = {}, options?: RequestOptions): Pages<OrganizationWebhooksPage> {
    return listPages<OrganizationWebhooksPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/webhooks', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a webhook of the organization. */
  readOrganizationWebhook(webhookId: string, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/webhooks/${segment(webhookId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Update, pause or resume a webhook of the organization. */
  updateOrganizationWebhook(webhookId: string, body: UpdateOrganizationWebhookBody, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/webhooks/${segment(webhookId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Delete a webhook of the organization and its delivery log. */
  deleteOrganizationWebhook(webhookId: string, options?: RequestOptions): Promise<DeleteOrganizationWebhookAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/webhooks/${segment(webhookId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Create a new signing secret; the old one works for 24 hours. */
  rotateOrganizationWebhookSecret(webhookId: string, options?: RequestOptions): Promise<WebhookSecret> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/webhooks/${segment(webhookId)}/rotate_secret`, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Send a webhook.test event. */
  testOrganizationWebhook(webhookId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/webhooks/${segment(webhookId)}/test`, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List the deliveries of the last 30 days. */
  listOrganizationWebhookDeliveries(webhookId: string, query: ListOrganizationWebhookDeliveriesQuery = {}, options?: RequestOptions): Pages<OrganizationWebhookDeliveriesPage> {
    return listPages<OrganizationWebhookDeliveriesPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: `/v1/organizations/webhooks/${segment(webhookId)}/deliveries`, query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a delivery with its attempts. */
  readOrganizationWebhookDelivery(webhookId: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Send a past event again. */
  redeliverOrganizationWebhook(webhookId: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}/redeliver`, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Read the inference hook, its state and its counts. */
  readInferenceHook(options?: RequestOptions): Promise<InferenceHook> {
    return this.#transport.json({ method: 'GET', path: '/v1/organizations/inference_hook', betas: BETAS, repetition: 'safe' }, options);
  }

  /** Create the inference hook or replace its settings. */
  putInferenceHook(body: PutInferenceHookBody, options?: RequestOptions): Promise<PutInferenceHook> {
    return this.#transport.json({ method: 'PUT', path: '/v1/organizations/inference_hook', body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Delete the inference hook. */
  deleteInferenceHook(options?: RequestOptions): Promise<DeleteInferenceHookAnswer> {
    return this.#transport.json({ method: 'DELETE', path: '/v1/organizations/inference_hook', betas: BETAS, repetition: 'safe' }, options);
  }

  /** Create a new signing secret; the old one works for 24 hours. */
  rotateInferenceHookSecret(options?: RequestOptions): Promise<InferenceHookSecret> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/inference_hook/rotate_secret', betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Call the inference hook once and tell what it answered. */
  testInferenceHook(options?: RequestOptions): Promise<InferenceHookTest> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/inference_hook/test', betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Create a directory token. */
  createDirectoryToken(body: CreateDirectoryTokenBody, options?: RequestOptions): Promise<NewDirectoryToken> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/directory_tokens', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List directory tokens. */
  listDirectoryTokens(query: ListDirectoryTokensQuery = {}, options?: RequestOptions): Pages<DirectoryTokensPage> {
    return listPages<DirectoryTokensPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/directory_tokens', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Delete a directory token. */
  deleteDirectoryToken(directoryTokenId: string, options?: RequestOptions): Promise<DeleteDirectoryTokenAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/directory_tokens/${segment(directoryTokenId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** List the groups of the directory. */
  listDirectoryGroups(query: ListDirectoryGroupsQuery = {}, options?: RequestOptions): Pages<DirectoryGroupsPage> {
    return listPages<DirectoryGroupsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/directory_groups', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a group of the directory. */
  readDirectoryGroup(directoryGroupId: string, options?: RequestOptions): Promise<DirectoryGroup> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/directory_groups/${segment(directoryGroupId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Give the members of a directory group a role or workspaces. */
  updateDirectoryGroup(directoryGroupId: string, body: UpdateDirectoryGroupBody, options?: RequestOptions): Promise<DirectoryGroup> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/directory_groups/${segment(directoryGroupId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Add a plugin, or a new version of one. */
  createPlugin(body: CreatePluginBody | (FileSource & CreatePluginForm), options?: UploadOptions): Promise<Plugin> {
    return sendFormOrJson(this.#transport, { method: 'POST', path: '/v1/organizations/plugins', betas: BETAS }, body, options);
  }

  /** List plugins. */
  listPlugins(query: ListPluginsQuery = {}, options?: RequestOptions): Pages<PluginsPage> {
    return listPages<PluginsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/plugins', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a plugin. */
  readPlugin(pluginId: string, options?: RequestOptions): Promise<Plugin> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/plugins/${segment(pluginId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Change who has a plugin, or how it is shown. */
  updatePlugin(pluginId: string, body: UpdatePluginBody, options?: RequestOptions): Promise<Plugin> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/plugins/${segment(pluginId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Add an email domain and get the DNS value that verifies it. */
  createDomain(body: CreateDomainBody, options?: RequestOptions): Promise<Domain> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/domains', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List the email domains of the organization. */
  listDomains(query: ListDomainsQuery = {}, options?: RequestOptions): Pages<DomainsPage> {
    return listPages<DomainsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/domains', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Look for the DNS value of a domain and verify it. */
  verifyDomain(domain: string, options?: RequestOptions): Promise<Domain> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/domains/${segment(domain)}/verify`, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** Delete an email domain. */
  deleteDomain(domain: string, options?: RequestOptions): Promise<DeleteDomainAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/domains/${segment(domain)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Create a connection to an identity provider, as a draft. */
  createSsoConnection(body: CreateSsoConnectionBody, options?: RequestOptions): Promise<SsoConnection> {
    return this.#transport.json({ method: 'POST', path: '/v1/organizations/sso_connections', body, betas: BETAS, repetition: 'keyed' }, options);
  }

  /** List the connections to identity providers. */
  listSsoConnections(query: ListSsoConnectionsQuery = {}, options?: RequestOptions): Pages<SsoConnectionsPage> {
    return listPages<SsoConnectionsPage>({ ...query }, (page) => this.#transport.json({ method: 'GET', path: '/v1/organizations/sso_connections', query: page, betas: BETAS, repetition: 'safe' }, options));
  }

  /** Read a connection to an identity provider. */
  readSsoConnection(ssoConnectionId: string, options?: RequestOptions): Promise<SsoConnection> {
    return this.#transport.json({ method: 'GET', path: `/v1/organizations/sso_connections/${segment(ssoConnectionId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Update, activate or disable a connection to an identity provider. */
  updateSsoConnection(ssoConnectionId: string, body: UpdateSsoConnectionBody, options?: RequestOptions): Promise<SsoConnection> {
    return this.#transport.json({ method: 'PATCH', path: `/v1/organizations/sso_connections/${segment(ssoConnectionId)}`, body, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Delete a connection to an identity provider and end its sign-ins. */
  deleteSsoConnection(ssoConnectionId: string, options?: RequestOptions): Promise<DeleteSsoConnectionAnswer> {
    return this.#transport.json({ method: 'DELETE', path: `/v1/organizations/sso_connections/${segment(ssoConnectionId)}`, betas: BETAS, repetition: 'safe' }, options);
  }

  /** Get the address to sign in at once, which proves the connection. */
  testSsoConnection(ssoConnectionId: string, options?: RequestOptions): Promise<SsoConnectionTest> {
    return this.#transport.json({ method: 'POST', path: `/v1/organizations/sso_connections/${segment(ssoConnectionId)}/test`, betas: BETAS, repetition: 'keyed' }, options);
  }
}
