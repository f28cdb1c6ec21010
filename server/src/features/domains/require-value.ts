import { ApiError } from '@svc/contract';
import type { AuditActor } from '#features/audit';
import { requireOwner } from '#features/organization';
import type { ResolveText } from '#kit';
import type { OrganizationScope } from '#store';
import { txtNameOf } from './domain-object.ts';
import { requireDomain } from './domains.ts';

/**
 * Looks for the value of a domain in DNS, for an owner (D-SSO-3). Throws 403 `role_required`, 404 `domain_not_found`, and 409
 * `resource_conflict` where it is not.
 */
export async function requireValue(
  resolveText: ResolveText,
  { scope, actor }: { readonly scope: OrganizationScope; readonly actor: AuditActor },
  name: string,
): Promise<void> {
  requireOwner({ source: { actor } });
  const { domain, txt_value: value } = await requireDomain(scope, name);
  // A name server that fails and a value that is missing are mended alike: look at the records and try again.
  const values = await resolveText(txtNameOf(domain)).catch((): readonly string[] => []);
  if (!values.includes(value))
    throw new ApiError('resource_conflict', {
      message: `No TXT record of ${txtNameOf(domain)} has the value. Publish it, wait until DNS has it, and try again.`,
    });
}
