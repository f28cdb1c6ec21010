import { listAuditEvents } from '#features/audit';
import { changeAdminKey, changeApiKey, listAdminKeys, listApiKeys, readAdminKey, readApiKey } from '#features/keys';
import { changeOrganization, readOrganization } from '#features/organization';
import type { AdministrationAnswers } from './administration-routes.ts';
import type { Rooms } from './rooms.ts';

/** What answers each operation of the Admin API, behind every check that needs no stored object. */
export function administrationAnswers(rooms: Rooms): AdministrationAnswers {
  const nowMs = (): number => rooms.clock.nowMs();
  const regions = (): readonly string[] => rooms.deployment().data_regions;
  return {
    readOrganization: (scope) => readOrganization(scope, regions()),
    updateOrganization: (change, { body }) => changeOrganization(change, body, regions()),
    listApiKeys: (scope, { query }) => listApiKeys(scope, query, nowMs()),
    readApiKey: (scope, { params }) => readApiKey(scope, params.api_key_id, nowMs()),
    updateApiKey: (change, { params, body }) => changeApiKey(change, params.api_key_id, body),
    listAdminKeys: (scope, { query }) => listAdminKeys(scope, query),
    readAdminKey: (scope, { params }) => readAdminKey(scope, params.key_id),
    updateAdminKey: (change, { params, body }) => changeAdminKey(change, params.key_id, body),
    listAuditEvents: async (scope, { query }) => {
      // Whoever looks for their own last request finds it.
      await rooms.requestAudit.flush();
      return listAuditEvents(scope, query);
    },
  };
}
