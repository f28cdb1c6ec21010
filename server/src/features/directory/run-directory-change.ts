import { ApiError } from '@svc/contract';
import type { CredentialsChanged, EpochChange } from '#cluster';
import type { DirectoryExchange } from '#exchange';
import { userAgentOf, type AuditSource, type MutationContext } from '#features/audit';
import { runChange, type RunChangeDeps } from '#features/organization';
import { OrganizationScope } from '#store';
import { isCurrentToken } from './tokens/directory-tokens.ts';
import { auditRefusal, OwnerProtected } from './users/protect-owners.ts';

/** A change by a directory. */
export interface DirectoryChange extends MutationContext {
  /** Of other organizations, where the change ended sign-ins. */
  readonly epochs: EpochChange[];
}

export interface DirectoryChangeDeps extends RunChangeDeps {
  readonly credentialsChanged: CredentialsChanged;
}

/**
 * Makes one change in one transaction with its audit events, while other changes of the organization wait: what is unique is looked for
 * without a race. Resolves when the change is in force on every node.
 */
export async function runDirectoryChange<Result>(
  deps: DirectoryChangeDeps,
  exchange: DirectoryExchange,
  make: (change: DirectoryChange) => Promise<Result>,
): Promise<Result> {
  const { tokenId, organizationId, createdBy: userId } = exchange.directory;
  const source = sourceOf(exchange);
  const elsewhere: EpochChange[] = [];
  const authorize = async (scope: OrganizationScope) => {
    if (await isCurrentToken(scope, tokenId, deps.clock.nowMs())) return { userId, source };
    throw new ApiError('invalid_api_key');
  };
  try {
    const { result, epochs } = await runChange(deps, {
      organizationId,
      authorize,
      make: (change) => make(Object.assign(change, { epochs: elsewhere })),
    });
    const changed = [...epochs, ...elsewhere];
    if (changed.length > 0) await deps.credentialsChanged(changed);
    return result;
  } catch (error) {
    if (error instanceof OwnerProtected) {
      const scope = new OrganizationScope(deps.db, organizationId);
      await auditRefusal({ scope, source, nowMs: deps.clock.nowMs() }, error.userId);
    }
    throw error;
  }
}

function sourceOf(exchange: DirectoryExchange): AuditSource {
  return {
    actor: { type: 'directory_token', id: exchange.directory.tokenId, email: null, role: null },
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
}
