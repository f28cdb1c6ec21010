import { announceEpochs, type CredentialsChanged, type SharedCounters } from '#cluster';
import type { MutationContext, ResourceNames } from '#features/audit';
import type { CredentialCache, HoldsContent, Module } from '#features/module';
import type { Log } from '#kit';

interface HookParts {
  readonly counters: SharedCounters | undefined;
  readonly log: Log;
}

/** What one capability asks of all others. */
export interface ModuleHooks {
  /** All caches that credentials are checked against. */
  readonly credentialCaches: readonly CredentialCache[];
  readonly credentialsChanged: CredentialsChanged;
  readonly forgetCredentials: () => void;
  /** Cleans up after a member who is removed from the organization. */
  readonly memberRemoved: (change: MutationContext, userId: string) => Promise<void>;
  /** Makes the organization require single sign-on: ends what it does not allow. */
  readonly signOnRequired: (change: MutationContext) => Promise<void>;
  /** What becomes of the things of a workspace that is archived. */
  readonly workspaceArchived: (change: MutationContext, workspaceId: string) => Promise<void>;
  /** Whether any module holds content of a workspace. */
  readonly holdsContent: HoldsContent;
  /** How the audit log names the things of each. */
  readonly resourceNames: () => readonly ResourceNames[];
}

/** Modules need the hooks when they are made, so the list is declared afterwards, before the first request. */
export function openModuleHooks({ counters, log }: HookParts) {
  const modules: Module[] = [];
  const credentialCaches: CredentialCache[] = [];
  const hooks: ModuleHooks = {
    credentialCaches,
    credentialsChanged: async (changes) => {
      for (const cache of credentialCaches) {
        for (const { organizationId } of changes) cache.invalidateOrganization(organizationId);
      }
      await announceEpochs(counters, changes, log);
    },
    forgetCredentials: () => {
      for (const cache of credentialCaches) cache.invalidateAll();
    },
    memberRemoved: async (change, userId) => {
      for (const module of modules) await module.memberRemoved?.(change, userId);
    },
    signOnRequired: async (change) => {
      for (const module of modules) await module.signOnRequired?.(change);
    },
    workspaceArchived: async (change, workspaceId) => {
      for (const module of modules) await module.workspaceArchived?.(change, workspaceId);
    },
    holdsContent: async (scope, workspaceId) => {
      for (const { holdsContent = 'nothing' } of modules)
        if (holdsContent !== 'nothing' && (await holdsContent(scope, workspaceId))) return true;
      return false;
    },
    resourceNames: () => modules.flatMap(({ names = [] }) => names),
  };
  const declare = (list: readonly Module[]): void => {
    modules.push(...list);
    credentialCaches.push(...list.flatMap(({ caches = [] }) => caches));
  };
  return { hooks, declare };
}
