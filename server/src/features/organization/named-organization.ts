import type { Kysely } from 'kysely';
import { OperatorError } from '#kit';
import type { Tables } from '#store';
import type { OrganizationRecord } from './organization-directory.ts';
import { findOrganizationByName, loadOrganizations } from './store/organizations.ts';

/** The organization is not known under this id or name. The message is for the operator. */
class UnknownOrganization extends OperatorError {
  constructor(organization: string) {
    super(`there is no organization "${organization}"`);
    this.name = 'UnknownOrganization';
  }
}

/** The organization an operator names by its id or by the name it was provisioned under. Throws UnknownOrganization. */
export async function findNamedOrganization(db: Kysely<Tables>, named: string): Promise<OrganizationRecord> {
  const id = (await findOrganizationByName(db, named)) ?? named;
  const found = (await loadOrganizations(db, [id])).get(id);
  if (found === undefined) throw new UnknownOrganization(named);
  return found;
}
