import { accountsModule } from '#features/accounts';
import { auditModule } from '#features/audit';
import { billingModule } from '#features/billing';
import { changesModule } from '#features/changes';
import { oauthModule } from '#features/oauth';
import { conversationModule } from '#features/conversation';
import { filesModule } from '#features/files';
import { groupsModule } from '#features/groups';
import { keysModule } from '#features/keys';
import { limitsModule } from '#features/limits';
import { mailModule } from '#features/mail';
import { modelsModule } from '#features/models';
import { organizationModule } from '#features/organization';
import { reportsModule } from '#features/reports';
import { spendLimitsModule } from '#features/spend-limits';
import { workspacesModule } from '#features/workspaces';
import type { AppServices } from './app-services.ts';

/** Every capability, in the order of the walls table. A new one is a line here. */
export function modules(services: AppServices) {
  return [
    auditModule(services),
    mailModule(services),
    organizationModule(services),
    spendLimitsModule(services),
    groupsModule(services),
    workspacesModule(services),
    keysModule(services),
    modelsModule(services),
    limitsModule(services),
    oauthModule(services),
    billingModule(services),
    reportsModule(services),
    conversationModule(services),
    accountsModule(services),
    changesModule(services),
    filesModule(services),
  ] as const;
}

export type Modules = ReturnType<typeof modules>;
