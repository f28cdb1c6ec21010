import { useChosenWorkspace } from '../../api/session.ts';

/** How an address names the workspace: the default one needs no name. */
export function useWorkspaceSearch(workspaceId: string): { readonly workspace?: string } {
  const { workspace } = useChosenWorkspace('batches.manage', undefined);
  return workspace?.id === workspaceId ? {} : { workspace: workspaceId };
}
