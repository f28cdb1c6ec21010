import { openAudit } from '#features/audit';
import { isOutage, openBatches } from '#features/batches';
import { openBilling } from '#features/billing';
import { openCompat } from '#features/compat';
import { openConsoleAuth } from '#features/console-auth';
import { openConversation } from '#features/conversation';
import { openDeploymentState } from '#features/deployment-state';
import { openDirectory } from '#features/directory';
import { openEngineInspection } from '#features/engine-inspection';
import { openFiles } from '#features/files';
import { openInferenceHook } from '#features/inference-hook';
import { openKeys } from '#features/keys';
import { openOutbox } from '#features/mail';
import { openModels } from '#features/models';
import { openMutations } from '#features/mutations';
import { openOAuth } from '#features/oauth';
import { openOperators } from '#features/operators';
import { openOrganization } from '#features/organization';
import { openPromptTemplates } from '#features/prompt-templates';
import { openRateLimits } from '#features/rate-limits';
import { openRequestRecords } from '#features/request-records';
import { openSingleSignOn } from '#features/single-sign-on';
import { openTunnels } from '#features/tunnels';
import type { Closing } from '#kit';
import { batchLines } from '#pipelines';
import { openServerTools } from '#server-tools';
import type { Store } from '#store';
import { openTracing, type RequestMetrics } from '#telemetry';
import { compose } from './compose.ts';
import { openEngines } from './engines.ts';
import type { ModuleHooks } from './module-hooks.ts';
import { openNodeHealth } from './node-health.ts';
import type { ProcessParts } from './process-parts.ts';
import { openRequestEnds } from './request-ends.ts';
import { openBodies, openKeepAlives } from './request-path.ts';
import { openSettings } from './settings.ts';

/** What is there before the first part. */
interface Start extends ProcessParts, ModuleHooks {
  readonly db: Store['db'];
  /** What is on its way to the database. */
  readonly journals: Readonly<Record<'usage' | 'calls' | 'audit', { readonly backlogBytes: number }>>;
  readonly metrics: RequestMetrics;
  readonly closing: Closing;
}

/** Each part of the service once, in the order in which they need each other. What is closed is closed from the last to the first. */
export const openParts = compose<Start>()(
  openSettings,
  openOrganization,
  openKeys,
  openModels,
  openAudit,
  openMutations,
  openRateLimits,
  openOAuth,
  openBilling,
  openBodies,
  openTracing,
  openEngines,
  openDeploymentState,
  openEngineInspection,
  openRequestRecords,
  openOutbox,
  openKeepAlives,
  openPromptTemplates,
  openConversation,
  openCompat,
  openFiles,
  openTunnels,
  openServerTools,
  openConsoleAuth,
  openSingleSignOn,
  openOperators,
  openDirectory,
  openInferenceHook,
  openNodeHealth,
  openRequestEnds,
  (parts: Parameters<typeof batchLines>[0]) => ({ lineCalls: batchLines(parts, isOutage) }),
  openBatches,
);

export type Services = ReturnType<typeof openParts>;
