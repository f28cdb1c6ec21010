import type { LimitValues } from '@svc/contract';
import {
  Accepted,
  Created,
  type AdministrationHandlers,
  type ConsoleHandlers,
  type WorkspaceHandlers,
} from '#features/module';
import { requireActiveWorkspace, requireWorkspace } from '#features/workspaces';
import { WorkspaceScope, type OrganizationScope } from '#store';
import type { DeliveryLog } from './deliveries.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './manage-webhooks.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import { ofOrganization } from './webhook-owner.ts';
import { listWebhooks, readWebhook } from './webhooks.ts';

export interface HandlerParts {
  readonly limits: () => LimitValues;
  readonly secrets: WebhookSecrets;
  readonly log: DeliveryLog;
  readonly nowMs: () => number;
}

export function workspaceHandlers(parts: HandlerParts) {
  const { log, nowMs } = parts;
  return {
    createWebhook: async (change, { body }, { workspace }) =>
      new Created(await createWebhook(parts, change, workspace, body)),
    listWebhooks: (scope, { query }) => listWebhooks(scope, query),
    readWebhook: (scope, { params }) => readWebhook(scope, params.webhook_id),
    updateWebhook: (change, { params, body }, { workspace }) =>
      updateWebhook(change, workspace, params.webhook_id, body),
    deleteWebhook: (change, { params }, { workspace }) => deleteWebhook(change, workspace, params.webhook_id),
    rotateWebhookSecret: (change, { params }, { workspace }) =>
      rotateWebhookSecret(parts, change, workspace, params.webhook_id),
    testWebhook: async (change, { params }, { workspace }) =>
      new Accepted(await log.testWebhook(change, workspace, params.webhook_id)),
    listWebhookDeliveries: (scope, { params, query }) =>
      log.listWebhookDeliveries(scope, params.webhook_id, query, nowMs()),
    readWebhookDelivery: (scope, { params }) => log.readWebhookDelivery(scope, toName(params), nowMs()),
    redeliverWebhook: async (change, { params }, { workspace }) =>
      new Accepted(await log.redeliverWebhook(change, workspace, toName(params))),
  } satisfies Partial<WorkspaceHandlers>;
}

/** Webhooks of the organization (ADMIN-41). */
export function administrationHandlers(parts: HandlerParts) {
  const { log, nowMs } = parts;
  return {
    createOrganizationWebhook: async (change, { body }) =>
      new Created(await createWebhook(parts, change, ofOrganization(change.scope), body)),
    listOrganizationWebhooks: (scope, { query }) => listWebhooks(ofOrganization(scope), query),
    readOrganizationWebhook: (scope, { params }) => readWebhook(ofOrganization(scope), params.webhook_id),
    updateOrganizationWebhook: (change, { params, body }) =>
      updateWebhook(change, ofOrganization(change.scope), params.webhook_id, body),
    deleteOrganizationWebhook: (change, { params }) =>
      deleteWebhook(change, ofOrganization(change.scope), params.webhook_id),
    rotateOrganizationWebhookSecret: (change, { params }) =>
      rotateWebhookSecret(parts, change, ofOrganization(change.scope), params.webhook_id),
    testOrganizationWebhook: async (change, { params }) =>
      new Accepted(await log.testWebhook(change, ofOrganization(change.scope), params.webhook_id)),
    listOrganizationWebhookDeliveries: (scope, { params, query }) =>
      log.listWebhookDeliveries(ofOrganization(scope), params.webhook_id, query, nowMs()),
    readOrganizationWebhookDelivery: (scope, { params }) =>
      log.readWebhookDelivery(ofOrganization(scope), toName(params), nowMs()),
    redeliverOrganizationWebhook: async (change, { params }) =>
      new Accepted(await log.redeliverWebhook(change, ofOrganization(change.scope), toName(params))),
  } satisfies Partial<AdministrationHandlers>;
}

/** Operations that only the Console has. */
export function consoleHandlers({ log, nowMs }: HandlerParts) {
  return {
    async readWebhookPayload(scope, { params }) {
      await requireWorkspace(scope, params.workspace_id);
      return log.readWebhookPayload(inWorkspace(scope, params.workspace_id), toName(params), nowMs());
    },
    async redeliverFailedWebhookDeliveries(change, { params, body }) {
      await requireActiveWorkspace(change.scope, params.workspace_id);
      const failed = { webhookId: params.webhook_id, since: body.since };
      return log.redeliverFailedDeliveries(change, inWorkspace(change.scope, params.workspace_id), failed);
    },
    readOrganizationWebhookPayload: (scope, { params }) =>
      log.readWebhookPayload(ofOrganization(scope), toName(params), nowMs()),
    redeliverFailedOrganizationDeliveries: (change, { params, body }) =>
      log.redeliverFailedDeliveries(change, ofOrganization(change.scope), {
        webhookId: params.webhook_id,
        since: body.since,
      }),
  } satisfies Partial<ConsoleHandlers>;
}

function inWorkspace({ db, organizationId }: OrganizationScope, workspaceId: string): WorkspaceScope {
  return new WorkspaceScope(db, organizationId, workspaceId);
}

function toName(params: { readonly webhook_id: string; readonly delivery_id: string }) {
  return { webhookId: params.webhook_id, deliveryId: params.delivery_id };
}
