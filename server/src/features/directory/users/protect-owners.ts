import { ApiError } from '@svc/contract';
import { auditChange, type ChangeContext } from '#features/audit';
import type { StoredMember } from '../store/users.ts';

/** 409 `mutability`. Audited once the transaction that it ends is rolled back. */
export class OwnerProtected extends ApiError {
  readonly userId: string;

  constructor(userId: string) {
    super('resource_conflict', {
      message: 'A directory cannot suspend, revive or remove the primary owner, nor change their address.',
      vendor: { code: 'mutability' },
    });
    this.userId = userId;
  }
}

/**
 * Whether a member may be suspended, revived, removed or given another address. Of other owners it is not done, and answered as if: a
 * directory that is refused would try for ever, and owners are not its affair (SCIM-14, SCIM-18, D-SCIM-7).
 */
export async function mayDecideOn(change: ChangeContext, { id, role }: StoredMember): Promise<boolean> {
  if (role === 'primary_owner') throw new OwnerProtected(id);
  if (role !== 'owner') return true;
  await auditRefusal(change, id);
  return false;
}

export function auditRefusal(change: ChangeContext, userId: string): Promise<void> {
  return auditChange(change, {
    event: 'member.update_refused',
    resource: { type: 'user', id: userId },
  });
}
