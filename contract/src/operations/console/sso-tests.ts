import { SsoLastTest, SsoRolePreview, ssoRolePreview } from '../../schemas/console/sso-test-report.ts';
import { changesNothing } from '../changes-nothing.ts';
import { consoleOperation } from './console-operation.ts';

const ONE = '/console/api/sso_connections/{sso_connection_id}';

/** What owners look at before they activate a connection, beside the mirrored operations. */
export const CONSOLE_SSO_OPERATIONS = [
  consoleOperation({
    id: 'readSsoTestReport',
    method: 'GET',
    path: `${ONE}/test_report`,
    summary: 'Read what the last test of a connection received and found',
    permission: 'owners.manage',
    response: SsoLastTest,
    errors: ['sso_connection_not_found'],
  }),
  changesNothing(
    consoleOperation({
      id: 'previewSsoRoles',
      method: 'POST',
      path: `${ONE}/role_preview`,
      summary: 'Compute which roles a mapping of groups would give',
      permission: 'owners.manage',
      body: ssoRolePreview,
      response: SsoRolePreview,
      errors: ['sso_connection_not_found', 'workspace_not_found'],
    }),
  ),
] as const;
