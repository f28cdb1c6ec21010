import type { LimitValues } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { BeforeChange, Module } from '#features/module';
import { DAY_MS, type Clock, type Log, type OutboundGuard } from '#kit';
import type { SealingRing } from '#sealing';
import type { Store } from '#store';
import { clearDeliveries } from './clear-deliveries.ts';
import { DeliveryLog } from './deliveries.ts';
import { disableFailing } from './disable-failing.ts';
import { routeEvents } from './route-events.ts';
import { SEALED_SECRETS } from './sealed-secrets.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import { WebhookSender } from './sender/webhook-sender.ts';
import { dropDeliveries, dropEvents } from './store/retention.ts';
import { webhookNames } from './store/webhooks.ts';
import { requireDeliverableUrl } from './url-check.ts';
import { administrationHandlers, consoleHandlers, workspaceHandlers } from './webhook-handlers.ts';

/** Longer than a month: within it, events prevent duplicate spend notifications. */
const EVENTS_KEPT_MS = 40 * DAY_MS;

export interface WebhooksModuleDeps {
  readonly db: Store['db'];
  readonly store: Pick<Store, 'commits' | 'announcements'>;
  readonly sealing: SealingRing;
  /** Identifies this run of this node in its leases. */
  readonly runId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly guard: OutboundGuard;
  readonly limits: () => LimitValues;
  readonly deployment: () => Pick<DeploymentConfig, 'webhooks'>;
}

export function webhooksModule(deps: WebhooksModuleDeps) {
  const { db, store, clock, limits, log, guard, sealing, runId } = deps;
  const secrets = new WebhookSecrets(sealing, log);
  const allowsHttp = (): boolean => deps.deployment().webhooks.allow_http;
  const sender = new WebhookSender({
    ...deps,
    commits: store.commits,
    announcements: store.announcements,
    runId,
    allowsHttp,
    secretsOf: (delivery) => secrets.open(delivery, clock.nowMs()),
  });
  const parts = { limits, secrets, log: new DeliveryLog(limits), nowMs: () => clock.nowMs() };
  return {
    workspace: workspaceHandlers(parts),
    administration: administrationHandlers(parts),
    console: consoleHandlers(parts),
    beforeChange: urlChecks({ guard, allowsHttp }),
    sealed: [SEALED_SECRETS],
    jobs: [disableFailing({ db, clock, limits })],
    jobHandlers: clearDeliveries({ db, clock }),
    consumers: [routeEvents(limits)],
    afterEvents: sender.jobs,
    retention: {
      webhook_deliveries: (nowMs) => dropDeliveries(db, logSinceMs(limits(), nowMs)),
      events: (nowMs) => dropEvents(db, nowMs - EVENTS_KEPT_MS),
    },
    close: () => sender.close(),
    names: [webhookNames],
    holdsContent: 'nothing',
  } satisfies Module;
}

/** URLs are resolved before the transaction. */
function urlChecks(rules: Parameters<typeof requireDeliverableUrl>[0]): BeforeChange {
  const check = async ({ body: { url } }: { body: { url?: string | undefined } }): Promise<void> => {
    if (url !== undefined) await requireDeliverableUrl(rules, url);
  };
  return {
    createWebhook: check,
    updateWebhook: check,
    createOrganizationWebhook: check,
    updateOrganizationWebhook: check,
  };
}

function logSinceMs({ webhook_delivery_log_days: days }: LimitValues, nowMs: number): number {
  return nowMs - days * DAY_MS;
}
