import { KEY_OPERATIONS } from './administration/keys.ts';
import { LIMIT_OPERATIONS } from './administration/limits.ts';
import { ORGANIZATION_OPERATIONS } from './administration/organization.ts';
import { PEOPLE_OPERATIONS } from './administration/people.ts';
import { REPORT_OPERATIONS } from './administration/reports.ts';
import { WORKSPACE_OPERATIONS } from './administration/workspaces.ts';
import { planned } from './planned.ts';

/** The Admin API: keys, people, workspaces, limits, reports (platform contract §4.1 to §4.4). */
export const ADMINISTRATION_OPERATIONS = [
  ...ORGANIZATION_OPERATIONS,
  ...KEY_OPERATIONS,
  ...WORKSPACE_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...LIMIT_OPERATIONS,
  ...REPORT_OPERATIONS,
] as const;

const ADMIN = { credential: 'admin', beta: 'admin-2026-11-01' } as const;

/** What is still to come of the Admin API (platform contract §4.2 and §4.9). */
export const PLANNED_ADMINISTRATION_OPERATIONS = [
  ...planned({ ...ADMIN, tag: 'Admin' }, [
    ['createPlugin', 'POST', '/v1/organizations/plugins'],
    ['listPlugins', 'GET', '/v1/organizations/plugins'],
    ['readPlugin', 'GET', '/v1/organizations/plugins/{plugin_id}'],
    ['updatePlugin', 'PATCH', '/v1/organizations/plugins/{plugin_id}'],
  ]),
  ...planned({ ...ADMIN, tag: 'Webhooks' }, [
    ['createOrganizationWebhook', 'POST', '/v1/organizations/webhooks'],
    ['listOrganizationWebhooks', 'GET', '/v1/organizations/webhooks'],
    ['readOrganizationWebhook', 'GET', '/v1/organizations/webhooks/{webhook_id}'],
    ['updateOrganizationWebhook', 'PATCH', '/v1/organizations/webhooks/{webhook_id}'],
    ['deleteOrganizationWebhook', 'DELETE', '/v1/organizations/webhooks/{webhook_id}'],
    ['rotateOrganizationWebhookSecret', 'POST', '/v1/organizations/webhooks/{webhook_id}/rotate_secret'],
    ['testOrganizationWebhook', 'POST', '/v1/organizations/webhooks/{webhook_id}/test'],
    ['listOrganizationWebhookDeliveries', 'GET', '/v1/organizations/webhooks/{webhook_id}/deliveries'],
    [
      'readOrganizationWebhookDelivery',
      'GET',
      '/v1/organizations/webhooks/{webhook_id}/deliveries/{delivery_id}',
    ],
    [
      'redeliverOrganizationWebhook',
      'POST',
      '/v1/organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    ],
  ]),
];
