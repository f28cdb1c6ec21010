import type { SealedTable } from '#features/module';

export const SEALED_REPORTS: SealedTable = {
  name: 'reports of single sign-on tests',
  purpose: 'svc single sign-on test reports',
  table: 'sso_test_reports',
  key: ['connection_id'],
  sealed: ['sealed_report'],
  facts: ['organization_id'],
  placeOf: ({ connection_id: id, organization_id: organizationId }) => ({
    owner: `organization:${String(organizationId)}`,
    aad: reportAad(String(id)),
  }),
};

export function reportAad(connectionId: string): string {
  return `${connectionId} test report`;
}
