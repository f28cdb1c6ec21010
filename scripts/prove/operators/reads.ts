import type { OPERATOR_OPERATIONS } from '../../../contract/src/index.ts';
import { seededOrganization } from '../scale/seeded.ts';

type Reading = Extract<(typeof OPERATOR_OPERATIONS)[number], { readonly method: 'GET' }>['id'];

const SPANS = ['1h', '6h', '1d', '7d', '30d', '90d'];
const SPLITS = ['model', 'engine', 'node', 'code', 'route'];
const PERIODS = ['day', 'week', 'month'];
const ORDERS = ['retail', 'engine_cost', 'margin', 'retail_change', 'tokens_change'];

/** The one with the most of everything, and one of the many others. */
const LARGEST = `/organizations/${seededOrganization(0)}`;
const SMALL = `/organizations/${seededOrganization(4321)}`;
const numbered = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;
/** A list from its beginning, in long pages, and from the middle on in both directions. */
const pages = (path: string, middle: string): string[] => {
  const more = `${path}${path.includes('?') ? '&' : '?'}`;
  return [path, `${more}limit=100`, `${more}after_id=${middle}`, `${more}before_id=${middle}`];
};
const ofBoth = (path: string): string[] => [LARGEST + path, SMALL + path];
const each = (values: readonly string[], pathOf: (value: string) => string): string[] => values.map(pathOf);

/** Of calls that the service recorded, one that has just ended and one in a usage record alone. */
export interface KnownCalls {
  readonly recent: string;
  readonly usage: string;
}

function queue(path: string, prefix: string): string[] {
  return ['failing', 'failed'].flatMap((state) => pages(`${path}?state=${state}`, numbered(prefix, 250_000)));
}

const ofOrganizations = {
  listManagedOrganizations: [
    ...pages('/organizations', seededOrganization(5000)),
    ...pages('/organizations?search=organization%209', seededOrganization(5000)),
    ...each(
      ['o', 'Organization 12', '9999', 'nobody', 'org_0', seededOrganization(77)],
      (text) => `/organizations?search=${encodeURIComponent(text)}`,
    ),
  ],
  readManagedOrganization: ofBoth(''),
  readOrganizationByExternalId: ['/organizations/by-external-id/customer-4321'],
  readManagedRateLimits: ofBoth('/rate_limits'),
  listManagedMembers: [
    ...ofBoth('/members'),
    `${LARGEST}/members?limit=100`,
    `${LARGEST}/members?after_id=user_many500`,
  ],
  listManagedWorkspaces: [...ofBoth('/workspaces'), `${LARGEST}/workspaces?limit=100`],
  listManagedKeys: [
    ...ofBoth('/keys'),
    ...pages(`${LARGEST}/keys?status=all`, `apikey_many${'500000'.padStart(22, '0')}`),
    ...each(['inactive', 'revoked', 'expired'], (status) => `${LARGEST}/keys?status=${status}`),
    `${LARGEST}/keys?workspace_id=wrkspc_many100`,
  ],
  listManagedAdminKeys: ofBoth('/admin_keys'),
  listManagedSpendLimits: ofBoth('/spend_limits'),
  readOrganizationSpendLimit: ofBoth('/spend_limit'),
  listSignUps: [
    ...pages('/signups', numbered('signup', 50_000)),
    ...each(['waiting', 'approved', 'refused', 'completed'], (status) => `/signups?status=${status}`),
  ],
};

const ofDeployment = {
  readNodeState: ['/node'],
  readConfiguration: ['/configuration'],
  readConfigurationFile: ['/configuration/file'],
  listOperatorAccounts: pages('/operators', numbered('oper', 100)),
  listOperatorKeys: pages('/keys', numbered('operkey', 500)),
  listOperatorEvents: [
    ...pages('/events', numbered('operevt', 500_000)),
    `/events?organization_id=${seededOrganization(0)}`,
  ],
  listRoutes: ['/routes'],
  readRoute: ['/routes/Svc%20Standard/main'],
  // Asks an engine and not the database.
  listOfferedModels: [],
  readQueues: ['/queues'],
  listFailingJobs: queue('/jobs', 'job'),
  listFailingMails: queue('/mails', 'mail'),
  listFailingDeliveries: queue('/webhook_deliveries', 'whd'),
  readTraffic: SPANS.flatMap((span) => each(SPLITS, (by) => `/traffic?span=${span}&group_by=${by}`)),
  listNodes: ['/nodes'],
};

const ofMoney = {
  readMargins: each(PERIODS, (period) => `/margins?period=${period}`),
  listOrganizationMargins: PERIODS.flatMap((period) =>
    ORDERS.flatMap((sort) => {
      const path = `/margins/organizations?period=${period}&sort=${sort}`;
      return [path, `${path}&limit=100&after_id=${seededOrganization(50)}`];
    }),
  ),
  readOrganizationMargins: PERIODS.flatMap((period) => ofBoth(`/margins?period=${period}`)),
};

function ofCalls({ recent, usage }: KnownCalls) {
  const calls = [
    '',
    'outcome=unsuccessful',
    'outcome=refused',
    'status=502',
    'error_code=upstream_error',
    'error_code=none',
    'model=Svc%20Fast',
    'model=none',
    'engine=engine%203',
    `organization_id=${seededOrganization(0)}`,
    `organization_id=${seededOrganization(0)}&engine=none`,
    `organization_id=${seededOrganization(4321)}&outcome=failed`,
  ];
  return {
    listAnyRequests: [
      ...calls.map((query) => `/requests?${query}`),
      ...pages('/requests', recent),
      ...pages('/requests?outcome=refused', recent),
    ],
    readAnyRequest: [`/requests/${recent}`, `/requests/${usage}`],
  };
}

/** What is asked of every operation that reads. One without an entry does not compile. */
export function operatorReads(known: KnownCalls): Readonly<Record<Reading, readonly string[]>> {
  return { ...ofOrganizations, ...ofDeployment, ...ofMoney, ...ofCalls(known) };
}
