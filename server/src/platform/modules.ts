import { agentsModule } from '#features/agents';
import { consoleAuthModule } from '#features/console-auth';
import { auditModule } from '#features/audit';
import { batchesModule } from '#features/batches';
import { billingModule } from '#features/billing';
import { mutationsModule } from '#features/mutations';
import { oauthModule } from '#features/oauth';
import { codeTelemetryModule } from '#features/code-telemetry';
import { compatModule } from '#features/compat';
import { conversationModule } from '#features/conversation';
import { deploymentHealthModule } from '#features/deployment-health';
import { deploymentStateModule } from '#features/deployment-state';
import { directoryModule } from '#features/directory';
import { engineInspectionModule } from '#features/engine-inspection';
import { domainsModule } from '#features/domains';
import { filesModule } from '#features/files';
import { groupsModule } from '#features/groups';
import { keysModule } from '#features/keys';
import { rateLimitsModule } from '#features/rate-limits';
import { marginsModule } from '#features/margins';
import { mailModule } from '#features/mail';
import { managedOrganizationsModule } from '#features/managed-organizations';
import { modelsModule } from '#features/models';
import { operatorsModule } from '#features/operators';
import { inferenceHookModule } from '#features/inference-hook';
import { organizationModule } from '#features/organization';
import { pluginsModule } from '#features/plugins';
import { promptTemplatesModule } from '#features/prompt-templates';
import { promptToolsModule } from '#features/prompt-tools';
import { queuesModule } from '#features/queues';
import { requestRecordsModule } from '#features/request-records';
import { reportsModule } from '#features/reports';
import { signUpModule } from '#features/sign-up';
import { singleSignOnModule } from '#features/single-sign-on';
import { spendLimitsModule } from '#features/spend-limits';
import { webhooksModule } from '#features/webhooks';
import { trafficModule } from '#features/traffic';
import { tunnelsModule } from '#features/tunnels';
import { workspacesModule } from '#features/workspaces';
import { promptTool } from '#pipelines';
import type { Services } from './parts.ts';

/** All capabilities, in the order of the walls table. A new one is a line here. */
export function modules(services: Services) {
  const { catalog, errors, uploadLeases } = services;
  return [
    auditModule(services),
    mailModule(services),
    organizationModule(services),
    spendLimitsModule(services),
    groupsModule(services),
    workspacesModule(services),
    keysModule(services),
    modelsModule(services),
    oauthModule(services),
    codeTelemetryModule(services),
    requestRecordsModule(services),
    billingModule(services),
    rateLimitsModule(services),
    reportsModule(services),
    tunnelsModule(services),
    conversationModule(services),
    compatModule(services),
    domainsModule(services),
    consoleAuthModule(services),
    singleSignOnModule(services),
    mutationsModule(services),
    operatorsModule(services),
    directoryModule(services),
    webhooksModule(services),
    inferenceHookModule(services),
    filesModule(services, uploadLeases),
    batchesModule(services, uploadLeases),
    promptTemplatesModule(services),
    agentsModule(services),
    pluginsModule(services),
    promptToolsModule({ catalog, errors, pipeline: (shape) => promptTool(services, shape) }),
    managedOrganizationsModule(services),
    signUpModule(services),
    queuesModule(services),
    deploymentStateModule(services),
    engineInspectionModule(services),
    trafficModule(services),
    marginsModule(services),
    deploymentHealthModule(services),
  ] as const;
}

export type Modules = ReturnType<typeof modules>;
