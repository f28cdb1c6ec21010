import type { PluginPolicy } from '@svc/contract';
import { Svc, type Files } from '@svc/sdk';
import { currentCsrfToken } from './console-api.ts';

function openClient(workspaceId?: string): Svc {
  const session = { csrfToken: currentCsrfToken, workspaceId };
  return new Svc({ baseUrl: location.origin, session, maxRetries: 0 });
}

/** The files of a workspace, as the signed-in person: what is uploaded with its progress, and read as bytes. */
export function filesOf(workspaceId: string): Files {
  return openClient(workspaceId).files;
}

export function uploadPlugin(file: File, policy: PluginPolicy | undefined) {
  return openClient().admin.createPlugin({ file, ...(policy && { policy }) });
}
