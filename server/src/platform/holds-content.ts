import type { HoldsContent, Module } from '#features/module';

/** Whether any of the modules holds content of a workspace. */
export function holdsContent(modules: readonly Module[]): HoldsContent {
  return async (scope, workspaceId) => {
    for (const { holdsContent: asked = 'nothing' } of modules)
      if (asked !== 'nothing' && (await asked(scope, workspaceId))) return true;
    return false;
  };
}
