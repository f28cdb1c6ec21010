import type { Kysely } from 'kysely';
import type { ProvisioningFile } from '#config';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { provisionOrganization } from './provision-organization.ts';
import { mergeReports, type ProvisionReport, type ProvisionResult } from './provision-report.ts';
import { lockProvisioning } from './store.ts';

export interface ProvisionOptions {
  /** Also bring plain settings of what exists to the file's values (`svc provision --update`). */
  readonly update: boolean;
  readonly clock: Clock;
}

/**
 * Makes whatever the file declares and the database lacks, one transaction per organization; never revives, resets or
 * deletes. Two processes may apply the same file at once: the second finds everything there.
 * Throws ProvisioningError, leaving the organizations before the offending one applied. Callers forget cached records after it.
 */
export async function applyProvisioning(
  db: Kysely<Tables>,
  file: ProvisioningFile,
  { update, clock }: ProvisionOptions,
): Promise<ProvisionResult> {
  const reports: ProvisionReport[] = [];
  for (const organization of file.organizations) {
    const report = await db.transaction().execute(async (trx) => {
      await lockProvisioning(trx);
      return provisionOrganization(trx, organization, { update, nowMs: clock.nowMs() });
    });
    reports.push(report);
  }
  return mergeReports(reports);
}
