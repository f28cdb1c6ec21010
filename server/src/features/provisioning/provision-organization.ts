import type { Kysely } from 'kysely';
import { decimalToNanos, type ProvisionedOrganization } from '#config';
import { grantCredits, setReloadTrigger } from '#features/billing';
import { setModelAllowlist } from '#features/models';
import {
  bumpEpoch,
  createOrganization,
  findMembers,
  findOrganizationByName,
  updateOrganizationRow,
  type OrganizationSettings,
} from '#features/organization';
import type { Tables } from '#store';
import { provisionAdminKeys, provisionKeys } from './provision-keys.ts';
import { provisionMembers } from './provision-members.ts';
import { ProvisionReport } from './provision-report.ts';
import type { ProvisionScope } from './provision-scope.ts';
import { provisionGroups, provisionSpendLimits } from './provision-spend-limits.ts';
import { provisionWorkspaces } from './provision-workspaces.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What the file says, and nothing of what it leaves out. */
function settingsOf(declared: ProvisionedOrganization): Partial<OrganizationSettings> & { plan: string } {
  const settings: Mutable<Partial<OrganizationSettings>> & { plan: string } = { plan: declared.plan };
  if (declared.status !== undefined) settings.status = declared.status;
  if (declared.billing !== undefined) settings.billing = declared.billing;
  if (declared.zero_data_retention !== undefined) settings.zeroDataRetention = declared.zero_data_retention;
  if (declared.credits?.enabled !== undefined) settings.creditsEnabled = declared.credits.enabled;
  if (declared.subscribed_at !== undefined) settings.subscribedAtMs = declared.subscribed_at;
  return settings;
}

/** The first balance only: from then on it is the ledger's. */
async function provisionBalance(
  trx: Kysely<Tables>,
  organizationId: string,
  balanceUsd: string | undefined,
  nowMs: number,
): Promise<void> {
  const amountNanos = balanceUsd === undefined ? 0 : decimalToNanos(balanceUsd);
  if (amountNanos > 0)
    await grantCredits(trx, { organizationId, amountNanos, note: 'first balance, provisioned' }, nowMs);
}

/** Applies one organization of the file within the caller's transaction, which holds the provisioning lock. */
export async function provisionOrganization(
  trx: Kysely<Tables>,
  declared: ProvisionedOrganization,
  { update, nowMs }: { update: boolean; nowMs: number },
): Promise<ProvisionReport> {
  const report = new ProvisionReport();
  const { name: organization, models } = declared;
  const found = await findOrganizationByName(trx, organization);
  const organizationId =
    found ?? (await createOrganization(trx, { name: organization, ...settingsOf(declared) }, nowMs));
  const isNew = found === undefined;
  let changed = !isNew && update && (await updateOrganizationRow(trx, organizationId, settingsOf(declared)));
  if (models !== undefined && (isNew || update))
    changed = (await setModelAllowlist(trx, { organizationId, workspaceId: null, models })) || changed;
  const lowBalance = declared.credits?.low_balance_usd;
  if (lowBalance !== undefined && (isNew || update)) {
    const triggerNanos = lowBalance === null ? null : decimalToNanos(lowBalance);
    changed = (await setReloadTrigger(trx, organizationId, triggerNanos)) || changed;
  }
  if (isNew) report.created.push(`organization "${organization}"`);
  else if (changed) report.updated.push(`organization "${organization}"`);
  if (isNew) await provisionBalance(trx, organizationId, declared.credits?.balance_usd, nowMs);

  const members = new Map((await findMembers(trx, organizationId)).map((member) => [member.email, member]));
  const scope: ProvisionScope = {
    trx,
    organizationId,
    organization,
    update,
    nowMs,
    report,
    members,
    workspaceIds: new Map(),
  };
  await provisionMembers(scope, declared.members);
  await provisionWorkspaces(scope, declared.workspaces);
  await provisionKeys(scope, declared.keys);
  await provisionAdminKeys(scope, declared.admin_keys);
  const groupIds = await provisionGroups(scope, declared.groups);
  await provisionSpendLimits(scope, declared.spend_limits, groupIds);
  if (!isNew && report.created.length + report.updated.length > 0)
    report.epochs.push({ organizationId, epoch: await bumpEpoch(trx, organizationId) });
  return report;
}
