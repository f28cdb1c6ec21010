/**
 * Pages and headings of the documentation that answer a question which the Console raises, below `/docs/`. A test looks for each in the
 * site.
 */
export const DOCS_PLACES = {
  admin: 'admin-api/',
  adminKeys: 'admin-api/#get-an-admin-key',
  agentVersions: 'agents/#change-an-agent',
  auditLog: 'admin-api/#audit-log',
  configuration: 'configuration/',
  credits: 'costs/#who-pays',
  databaseAway: 'runbook/#the-database-does-not-answer',
  deviceSignIn: 'code-sign-in/',
  diskFull: 'runbook/#the-disk-is-full',
  enginesAway: 'runbook/#svcmodelwithoutengine',
  engines: 'configure/#a-second-engine',
  directorySetUp: 'directory-sync/#set-it-up',
  domains: 'single-sign-on/#verify-a-domain',
  firstCall: 'first-call/',
  inferenceHook: 'inference-hook/',
  jobsGivenUp: 'runbook/#svcjobsfailed',
  jobsOverdue: 'runbook/#svcjobsoverdue',
  keys: 'console/#keys',
  lostNode: 'runbook/#a-node-is-lost',
  lockedOut: 'signing-in/#if-someone-cannot-sign-in',
  models: 'console/#models-and-playground',
  operatorEvents: 'operators/#what-is-recorded',
  operatorKeys: 'operators/#operator-api',
  operatorAccounts: 'operators/#add-an-operator',
  operatorMargins: 'operators/#engine-cost-and-margin',
  operatorQueues: 'operators/#queues',
  operatorNow: 'operators/#now',
  operatorSignIn: 'operators/#sign-in',
  operators: 'operators/',
  outbox: 'mail/#without-a-mail-server',
  ownership: 'signing-in/#change-the-primary-owner',
  pluginPolicies: 'plugins/#policies-and-scope',
  rateLimits: 'limits/#how-fast-you-may-call',
  redisAway: 'runbook/#redis-does-not-answer',
  releases: 'prompt-templates/#release-and-roll-back',
  requests: 'console/#requests',
  roles: 'console-roles/',
  routesOut: 'runbook/#svcmodeloutofservice',
  settingsDiffer: 'runbook/#nodes-have-different-settings',
  signUp: 'sign-up/',
  signature: 'webhooks/#verify-the-signature',
  signingIn: 'signing-in/',
  spendLimits: 'costs/#limit-spending',
  ssoConnections: 'single-sign-on/#connect-a-provider-by-openid-connect',
  ssoFailures: 'single-sign-on/#when-a-sign-in-fails',
  ssoRequired: 'single-sign-on/#require-single-sign-on',
  ssoRoles: 'single-sign-on/#who-gets-in',
  templates: 'prompt-templates/',
  tunnelCertificates: 'tunnels/#certificates',
  tunnelTargets: 'tunnels/#targets',
  tunnelTokens: 'tunnels/#tokens',
  usage: 'costs/#see-what-was-spent',
  usageBacklog: 'runbook/#svcusagebackloggrows',
  webhooks: 'webhooks/',
  workspaceRoles: 'console-roles/#workspace-roles',
  workspaces: 'admin-api/#workspaces',
} as const;

export type DocsPlace = keyof typeof DOCS_PLACES;

/** What explains the pages of the Console whose names the documentation does not have, by the path of their route. */
const PLACE_OF_PAGE: Readonly<Record<string, DocsPlace>> = {
  '/': 'firstCall',
  '/playground': 'models',
  '/models': 'models',
  '/models/$modelId': 'models',
  '/keys': 'keys',
  '/keys/$keyId': 'keys',
  '/templates': 'templates',
  '/templates/$template': 'templates',
  '/requests': 'requests',
  '/requests/$requestId': 'requests',
  '/usage': 'usage',
  '/billing': 'credits',
  '/limits': 'rateLimits',
  '/members': 'roles',
  '/workspaces': 'workspaces',
  '/workspaces/$workspaceId': 'workspaces',
  '/admin-keys': 'adminKeys',
  '/audit': 'auditLog',
  '/outbox': 'outbox',
  '/settings': 'admin',
  '/profile': 'signingIn',
  '/device': 'deviceSignIn',
  '/operator': 'operators',
  '/operator/now': 'operatorNow',
  '/operator/organizations/$organizationId': 'operators',
  '/operator/sign-ups': 'signUp',
  '/operator/requests': 'operators',
  '/operator/requests/$requestId': 'operators',
  '/operator/engines': 'engines',
  '/operator/queues': 'operatorQueues',
  '/operator/margins': 'operatorMargins',
  '/operator/operators': 'operatorAccounts',
  '/operator/keys': 'operatorKeys',
  '/operator/events': 'operatorEvents',
  '/operator/configuration': 'configuration',
};

/** The process serves it beside the Console. */
export const DOCS_HOME = '/docs/';

export function docsUrl(place: DocsPlace): string {
  return DOCS_HOME + DOCS_PLACES[place];
}

/** What explains a page of the Console. Of one without a place, the page of the same name: `/batches/$batchId` has `batches/`. */
export function docsOfPage(route: string): string {
  const place = PLACE_OF_PAGE[route];
  return place === undefined ? `${DOCS_HOME}${route.split('/')[1]}/` : docsUrl(place);
}

/** Where an error of the API is explained: the page has a heading for each status and type. */
export function docsOfError(status: number, type: string): string {
  return `${DOCS_HOME}errors/#${status}-${type}`;
}
