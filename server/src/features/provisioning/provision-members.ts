import type { ProvisionedMember } from '#config';
import { setFirstPassword, claimUnverifiedAccount } from '#features/console-auth';
import { BY_SYSTEM } from '#features/audit';
import { endSessionsOfMember, endSessionsOfPerson } from '#features/oauth';
import {
  addMember,
  createUser,
  endMembership,
  findUserByEmail,
  updateAccount,
  updateMember,
} from '#features/organization';
import { deleteInstallations } from '#features/plugins';
import { OrganizationScope } from '#store';
import { ProvisioningError } from './provisioning-error.ts';
import type { ProvisionScope } from './provision-scope.ts';

/** Makes missing people and memberships. A person's account is shared by all organizations they are in. */
export async function provisionMembers(
  scope: ProvisionScope,
  members: readonly ProvisionedMember[],
): Promise<void> {
  // The primary owner last: there is only one, so the current one must get another role before.
  const ordered = members.toSorted(
    (a, b) => Number(a.role === 'primary_owner') - Number(b.role === 'primary_owner'),
  );
  for (const member of ordered) {
    if (hasOtherPrimaryOwner(scope, member)) continue;
    const userId = await provisionAccount(scope, member);
    await provisionPassword(scope, member, userId);
    if (scope.members.has(member.email.toLowerCase())) await updateMembership(scope, member);
    else await createMembership(scope, member, userId);
  }
}

/**
 * Whether somebody else became primary owner since the file was written, by a new email or because the role was handed over. A start
 * then passes over the entry. With --update, an unlisted current primary owner is an error: the file must say which role they get.
 */
function hasOtherPrimaryOwner(
  { members, organization, report, update }: ProvisionScope,
  { email, role }: ProvisionedMember,
): boolean {
  if (role !== 'primary_owner') return false;
  const holder = members.values().find((member) => member.role === 'primary_owner');
  if (!holder || holder.email.toLowerCase() === email.toLowerCase()) return false;
  if (update)
    throw new ProvisioningError(
      organization,
      `${holder.email} is the primary owner: give them another role in the file, too`,
    );
  if (members.has(email.toLowerCase())) return false;
  report.passedOver.push(`${email} as primary owner of "${organization}": ${holder.email} has that role`);
  return true;
}

async function provisionAccount(
  scope: ProvisionScope,
  { email, name, account, password }: ProvisionedMember,
): Promise<string> {
  const found = await findUserByEmail(scope.trx, email);
  if (found === undefined) {
    scope.report.created.push(`account ${email}`);
    return createUser(scope.trx, { email, name: name ?? email, account: account ?? 'enabled' }, scope.nowMs);
  }
  if (found.is_unproven && !scope.members.has(email.toLowerCase())) {
    // Whoever made the account may be an owner elsewhere who took its link from their outbox.
    const person = { userId: found.id, email, password: password?.reveal() };
    scope.report.epochs.push(...(await claimUnverifiedAccount(scope.trx, person, scope.nowMs)));
    scope.report.updated.push(`account ${email}, whose address was not verified`);
  }
  if (scope.update && account !== undefined && account !== found.account) {
    await updateAccount(scope.trx, found.id, account);
    if (account === 'disabled')
      scope.report.epochs.push(...(await endSessionsOfPerson(scope.trx, found.id, scope.nowMs)));
    scope.report.updated.push(`account ${email}`);
  }
  return found.id;
}

/** Only a person without a password gets one: a password chosen since is never reset. */
async function provisionPassword(
  scope: ProvisionScope,
  { email, password }: ProvisionedMember,
  userId: string,
): Promise<void> {
  if (password === undefined) return;
  const isNew = await setFirstPassword(scope.trx, userId, password.reveal(), scope.nowMs);
  if (isNew) scope.report.created.push(`password of ${email}`);
}

async function createMembership(
  scope: ProvisionScope,
  { email, ...member }: ProvisionedMember,
  userId: string,
): Promise<void> {
  const { organizationId } = scope;
  const role = member.role ?? 'member';
  const status = member.status ?? 'active';
  await addMember(scope.trx, { organizationId, userId, role, status }, scope.nowMs);
  scope.members.set(email.toLowerCase(), { userId, email, role, status });
  scope.report.created.push(`member ${email} of "${scope.organization}"`);
}

async function updateMembership(
  scope: ProvisionScope,
  { email, ...member }: ProvisionedMember,
): Promise<void> {
  const found = scope.members.get(email.toLowerCase());
  if (!scope.update || found === undefined) return;
  const role = member.role ?? found.role;
  const status = member.status ?? found.status;
  if (role === found.role && status === found.status) return;
  await updateMember(scope.trx, scope.organizationId, found.userId, { role, status });
  if (status !== 'active') {
    const organizationScope = new OrganizationScope(scope.trx, scope.organizationId);
    const change = { scope: organizationScope, source: BY_SYSTEM, nowMs: scope.nowMs };
    await endSessionsOfMember(change, found.userId);
    if (status === 'removed') {
      await endMembership(change, found.userId);
      await deleteInstallations(organizationScope, found.userId);
    }
  }
  scope.members.set(email.toLowerCase(), { ...found, role, status });
  scope.report.updated.push(`member ${email} of "${scope.organization}"`);
}
