import { ApiError } from '@svc/contract';
import type { Directed, HttpExchange, Step } from '#exchange';
import type { DirectoryTokens } from '#features/directory';
import type { OrganizationDirectory } from '#features/organization';
import type { Clock } from '#kit';
import { INVALID_CHALLENGE, noDirectoryToken, readDirectorySecret } from './bearer.ts';
import { checkOrganization } from './credential-checks.ts';

export interface AuthenticateDirectoryDeps {
  readonly directoryTokens: DirectoryTokens;
  readonly clock: Clock;
  readonly organizations: OrganizationDirectory;
}

/** Identifies the directory of a request by its token. Keys of all other kinds are as unknown here as any other text (SCIM-01). */
export function authenticateDirectory({
  directoryTokens,
  clock,
  organizations,
}: AuthenticateDirectoryDeps): Step<HttpExchange, Directed> {
  return async (exchange) => {
    const { directory, hasEnded } = await directoryTokens.find(readDirectorySecret(exchange), clock.nowMs());
    if (!directory) throw noDirectoryToken();
    if (hasEnded)
      throw new ApiError('expired_api_key', {
        headers: INVALID_CHALLENGE,
        message: 'The directory token has ended. Create a new one and enter it in the directory.',
      });
    checkOrganization(await organizations.find(directory.organizationId));
    exchange.directory = directory;
  };
}
