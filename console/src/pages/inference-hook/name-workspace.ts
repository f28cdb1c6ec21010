import type { Me } from '@svc/contract';

/** One that is archived is known by its id alone. */
export function nameWorkspace(workspaces: Me['workspaces'], id: string): string {
  return workspaces.find((workspace) => workspace.id === id)?.name ?? id;
}
