import type { SsoLastTest, SsoTestReport } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { requireConnection } from '../../connections/connections.ts';
import { foreseeSignOn } from './foresee-sign-on.ts';
import { shownGroups } from './stored-report.ts';
import type { TestReports } from './test-reports.ts';

/** The last test of a connection, and who it would sign in with the settings of now. Throws 404 `sso_connection_not_found`. */
export async function readTestReport(
  reports: TestReports,
  scope: OrganizationScope,
  id: string,
): Promise<SsoLastTest> {
  const connection = await requireConnection(scope, id);
  const last = await reports.find(scope, id);
  if (!last) return { type: 'sso_last_test', report: null };
  const { person, testedAtMs, settingsAtMs, ...seen } = last;
  const report: SsoTestReport = {
    type: 'sso_test_report',
    connection_id: id,
    protocol: connection.protocol,
    at: toTimestamp(testedAtMs),
    is_current: connection.updated_at === settingsAtMs,
    result: seen.reason === null ? 'passed' : 'failed',
    ...seen,
    person: person && {
      subject: person.subject,
      email: person.email,
      name: person.name ?? null,
      groups: shownGroups(person),
    },
    outcome: person && (await foreseeSignOn(scope, connection, person)),
  };
  return { type: 'sso_last_test', report };
}
