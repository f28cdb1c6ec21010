import type { CredentialsChanged } from '#cluster';
import type { MutationContext } from '#features/audit';
import { endSessionsOfConnection } from '#features/console-auth';

/** Ends the sign-ins by a connection (SSO-21), also on other nodes. */
export async function endSignIns(
  credentialsChanged: CredentialsChanged,
  change: MutationContext,
  connectionId: string,
): Promise<void> {
  const epochs = await endSessionsOfConnection(change, connectionId);
  if (epochs.length > 0) change.whenCommitted.push(() => void credentialsChanged(epochs));
}
