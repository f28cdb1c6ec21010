import type { LimitValues } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { AdministrationHandlers, BeforeChange, Module } from '#features/module';
import { requireDeliverableUrl, type UrlRules } from '#features/webhooks';
import { HOUR_MS, type Clock, type OutboundGuard } from '#kit';
import type { Store } from '#store';
import type { HookClient } from './ask/hook-client.ts';
import type { InferenceHooks } from './ask/inference-hooks.ts';
import { deleteHook } from './delete-hook.ts';
import type { HookMonitor } from './hook-monitor.ts';
import type { HookSeal } from './hook-seal.ts';
import { putHook } from './put-hook.ts';
import { readHook } from './read-hook.ts';
import { rotateHookSecret } from './rotate-hook-secret.ts';
import { SEALED_HOOKS } from './sealed-hooks.ts';
import { dropMinutes } from './store.ts';
import { testHook } from './test-hook.ts';

/** The last hour is shown. */
const MINUTES_KEPT_MS = 3 * HOUR_MS;

export interface InferenceHookModuleDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly guard: Pick<OutboundGuard, 'verifyTarget'>;
  readonly deployment: () => Pick<DeploymentConfig, 'webhooks'>;
  readonly inferenceHooks: {
    readonly calls: Pick<InferenceHooks, 'close'>;
    readonly seal: HookSeal;
    readonly client: HookClient;
    readonly monitor: HookMonitor;
  };
}

export function inferenceHookModule(deps: InferenceHookModuleDeps) {
  const { db, clock, limits, guard, deployment } = deps;
  const { calls, seal, client, monitor } = deps.inferenceHooks;
  return {
    administration: {
      readInferenceHook: (scope) => readHook(scope, clock.nowMs()),
      putInferenceHook: (change, { body }) => putHook(seal, change, body),
      deleteInferenceHook: (change) => deleteHook(change),
      rotateInferenceHookSecret: (change) => rotateHookSecret(seal, change, limits()),
      testInferenceHook: (scope, _call, { actor }) => testHook({ clock, seal, client }, scope, actor),
    } satisfies Partial<AdministrationHandlers>,
    beforeChange: urlCheck({ guard, allowsHttp: () => deployment().webhooks.allow_http }),
    jobs: [monitor.job],
    sealed: [SEALED_HOOKS],
    retention: {
      inference_hook_minutes: (nowMs) => dropMinutes(db, nowMs - MINUTES_KEPT_MS),
    },
    close: () => {
      calls.close();
      return monitor.close();
    },
  } satisfies Module;
}

/** The URL is resolved before the transaction. */
function urlCheck(rules: UrlRules): BeforeChange {
  return { putInferenceHook: ({ body: { url } }) => requireDeliverableUrl(rules, url) };
}
