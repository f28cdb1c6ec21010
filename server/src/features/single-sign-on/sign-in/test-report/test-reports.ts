import type { Kysely } from 'kysely';
import type { Log } from '#kit';
import type { PurposeKeys, SealingRing } from '#sealing';
import type { OrganizationScope, Tables } from '#store';
import { findReport, replaceReport } from '../../store/test-reports.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import { reportAad, SEALED_REPORTS } from './sealed-reports.ts';
import { toStoredReport, type StoredReport, type TestOutcome } from './stored-report.ts';

export interface LastReport extends StoredReport {
  readonly testedAtMs: number;
  /** `updated_at` of the connection as it was tested. */
  readonly settingsAtMs: number;
}

/** Keeps what the last test of each connection found, sealed for its organization. */
export class TestReports {
  readonly #keys: PurposeKeys;
  readonly #log: Log;

  constructor({ sealing, log }: { readonly sealing: SealingRing; readonly log: Log }) {
    this.#keys = sealing.keysFor(SEALED_REPORTS.purpose);
    this.#log = log;
  }

  /** In place of the one before. Nothing is kept of a connection that was deleted meanwhile. */
  async record(
    db: Kysely<Tables>,
    { id, organization_id: organizationId }: Pick<ConnectionRow, 'id' | 'organization_id'>,
    outcome: TestOutcome,
    at: { readonly nowMs: number; readonly settingsAtMs: number },
  ): Promise<void> {
    const report = JSON.stringify(toStoredReport(outcome));
    await replaceReport(db, {
      connection_id: id,
      organization_id: organizationId,
      tested_at: at.nowMs,
      settings_at: at.settingsAtMs,
      sealed_report: this.#keys.ofOrganization(organizationId).seal(report, reportAad(id)),
    });
  }

  async find(scope: OrganizationScope, connectionId: string): Promise<LastReport | undefined> {
    const row = await findReport(scope, connectionId);
    if (!row) return undefined;
    try {
      const key = this.#keys.ofOrganization(scope.organizationId);
      // Only `record` seals for this purpose.
      const report = JSON.parse(key.openText(row.sealed_report, reportAad(connectionId))) as StoredReport;
      return { ...report, testedAtMs: row.tested_at, settingsAtMs: row.settings_at };
    } catch {
      this.#log.error(
        { connection: connectionId },
        'report of a single sign-on test unreadable: sealed with another data key; test again',
      );
      return undefined;
    }
  }
}
