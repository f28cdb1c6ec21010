import { CALLS_LOOKED_THROUGH } from '../schemas/operator/deployment.ts';
import { COUNTED_IN_QUEUES } from '../schemas/operator/queues.ts';
import type { OPERATOR_OPERATIONS } from '../operations.ts';
import { adminKey, rateLimits, spendLimit, user } from './objects/administration.ts';
import {
  ADMIN_KEY_ID,
  API_KEY_ID,
  DELIVERY_ID,
  DEVELOPER_ID,
  NODE_ID,
  OPERATOR_EVENT_ID,
  OPERATOR_ID,
  OPERATOR_KEY_ID,
  ORGANIZATION_ID,
  REQUEST_ID,
  SIGN_UP_ID,
  SPEND_LIMIT_ID,
  WORKSPACE_ID,
} from './objects/ids.ts';
import {
  anyRequest,
  anyRequestRecord,
  configurationFile,
  creditGrant,
  effectiveConfiguration,
  managedOrganization,
  nodeState,
  operatorEvent,
  operatorKey,
  ownerSetupLink,
  reloadedConfiguration,
  signUp,
  routeState,
} from './objects/operator.ts';
import { marginReport, organizationMargin } from './objects/margins.ts';
import { failingDelivery, failingJob, failingMail, queues } from './objects/queues.ts';
import { node, traffic } from './objects/health.ts';
import {
  managedKey,
  managedWorkspace,
  operatorAccount,
  organizationSpendLimit,
} from './objects/managed-resources.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';
import { OPERATOR_ENGINE_REFERENCES } from './operator-engines.ts';

/** When the examples are tried again. */
const LATER = '2026-11-20T16:45:00Z';

export const OPERATOR_REFERENCES: References<typeof OPERATOR_OPERATIONS> = {
  listManagedOrganizations: {
    description: `Organizations, newest first. \`search\` finds those whose name begins with the text, whatever its case, or, where it begins with \`org_\`, those whose
id does.`,
    query: { search: 'acm' },
    response: pageOf(managedOrganization, ORGANIZATION_ID),
  },
  createManagedOrganization: {
    description: `Creates an organization with its default workspace. It has no members yet: \`createOwnerLink\` makes its first. Send an \`Idempotency-Key\`, or use an
external id, so that a repeated request does not create another one.`,
    body: { name: 'Acme', plan: 'pro', external_id: 'customer-1042', credits_enabled: true },
    response: managedOrganization,
  },
  readManagedOrganization: {
    description: 'An organization: its plan, its status and its balance.',
    response: managedOrganization,
  },
  updateManagedOrganization: {
    description: `Changes the fields that are sent. With \`status\` \`suspended\` its keys and people get 403 \`org_unavailable\` until it is \`active\` again. The change holds
on every node before this is answered, and the audit log of the organization shows it.`,
    body: { status: 'suspended' },
    response: { ...managedOrganization, status: 'suspended' },
  },
  readOrganizationByExternalId: {
    description: 'The organization that another system calls so.',
    response: managedOrganization,
  },
  setOrganizationByExternalId: {
    description: `Declares an organization: it is created, 201, or all of its settings are set, 200. What is left out takes its default, but for \`status\`, which stays. Two systems that declare the same
external id at once make one organization.`,
    body: { name: 'Acme', plan: 'pro', credits_enabled: true },
    response: managedOrganization,
  },
  grantCredits: {
    description: `Adds credits, which the ledger of the organization shows with the note. Send an \`Idempotency-Key\`: a request that is repeated without one adds them
again.`,
    body: { amount_usd: '25.50', note: 'Invoice 2026-118' },
    response: creditGrant,
  },
  readManagedRateLimits: {
    description: 'The tier, which comes with the plan, and the limits of each model.',
    response: rateLimits,
  },
  listManagedMembers: {
    description: 'Members of the organization, with their roles.',
    response: pageOf(user, DEVELOPER_ID),
  },
  createOwnerLink: {
    description: `A link that works once and for a day. The primary owner sets name, email and password with it; what signed them in until now stops at once. For an
organization without a primary owner, \`email\` names a person without an account, who becomes it.`,
    body: {},
    response: ownerSetupLink,
  },
  listManagedWorkspaces: {
    description: `Workspaces of the organization, archived ones included, with their limits, what they spent of credits this month, and how many keys and members they have.`,
    response: pageOf(managedWorkspace, WORKSPACE_ID),
  },
  listManagedKeys: {
    description: `Inference keys of the organization with their states and limits. Only the first and last characters of each secret are returned, enough to recognize a leaked key.`,
    query: { status: 'all' },
    response: pageOf(managedKey, API_KEY_ID),
  },
  revokeManagedKey: {
    description: `Revokes an inference key for good: it is refused on every node before this is answered. The audit log of the organization shows it. A key that was revoked before stays so.`,
    response: { ...managedKey, status: 'revoked' },
  },
  listManagedAdminKeys: {
    description: 'Admin keys of the organization that are not revoked.',
    response: pageOf(adminKey, ADMIN_KEY_ID),
  },
  revokeManagedAdminKey: {
    description: 'Revokes an admin key for good. Owners are notified by mail, and the audit log shows it.',
    response: { id: ADMIN_KEY_ID, type: 'admin_key', deleted: true },
  },
  listManagedSpendLimits: {
    description:
      'Caps of credit spend in a calendar month: of the organization, its workspaces, members and groups.',
    response: pageOf(spendLimit, SPEND_LIMIT_ID),
  },
  readOrganizationSpendLimit: {
    description:
      'What the whole organization may spend of credits in a calendar month, and what it has spent.',
    response: organizationSpendLimit,
  },
  setOrganizationSpendLimit: {
    description: `Sets the cap of the whole organization, or removes it with null. It is the limit that owners set under Limits, who see the change in their audit log and may change it again. The next
call is judged by it, on every node.`,
    body: { limit_usd: '500.00' },
    response: organizationSpendLimit,
  },
  listSignUps: {
    description: `Requests for organizations by people who signed up and verified their address, newest first. They are deleted when they expire: 30 days after they were
made, 90 days after they were completed or refused.`,
    query: { status: 'waiting' },
    response: pageOf(signUp, SIGN_UP_ID),
  },
  approveSignUp: {
    description: `Lets the applicant in: they are mailed a link, which works once and for a week. The organization exists once they have chosen a password. 409 for a
request that does not wait.`,
    response: {
      ...signUp,
      status: 'approved',
      decided_at: '2026-11-21T08:05:00Z',
      expires_at: '2026-11-28T08:05:00Z',
    },
  },
  refuseSignUp: {
    description:
      'Refuses the request. The applicant is mailed the reason. 409 for a request that does not wait.',
    body: { reason: 'We serve companies in Norway only.' },
    response: {
      ...signUp,
      status: 'refused',
      reason: 'We serve companies in Norway only.',
      decided_at: '2026-11-21T08:05:00Z',
      expires_at: '2027-02-19T08:05:00Z',
    },
  },
  listAnyRequests: {
    description: `Model calls of all organizations, newest first; refused and failed ones too. A call is there some seconds after it ended. From the newest, or from the cursor, at most ${CALLS_LOOKED_THROUGH.toLocaleString('en')}
calls are looked through, of all organizations or of the one that is named: a page may have fewer than a filter would find. The content of calls is not stored.`,
    query: { model: 'Svc Standard', outcome: 'unsuccessful' },
    response: pageOf(anyRequest, REQUEST_ID),
  },
  readAnyRequest: {
    description: `The record of a model call: how it ended, what it used and cost, and the class of what went wrong at the engine. The content of the call is not
stored.`,
    response: anyRequestRecord,
  },
  readNodeState: {
    description:
      'What the node that answers knows. Behind a load balancer each request may reach another one.',
    response: nodeState,
  },
  readConfiguration: {
    description: 'The settings in force on the node that answers. Secrets are replaced by `[secret]`.',
    response: effectiveConfiguration,
  },
  readConfigurationFile: {
    description: `What \`svc check-config\` says of the file on the node that answers, and which settings a reload would change. Secrets are replaced by \`[secret]\`; one
that differs is listed all the same.`,
    response: configurationFile,
  },
  reloadConfiguration: {
    description: `Applies the file to all processes of the node that answers, without interrupting streams. Send the \`digest\` of the file as you read it: if the file has changed
since, or is invalid, this is 409 \`resource_conflict\` and nothing changes. Each node has a file of its own.`,
    body: { digest: '81c5d20f6a3b9e47' },
    response: reloadedConfiguration,
  },
  listRoutes: {
    description: `Every route of the configuration, one engine serving one model, in its order, and after them settings of routes that the configuration no longer has. Those do nothing until
such a route is back; \`in_service\` true removes one.`,
    response: { type: 'route_list', routes: [routeState] },
  },
  readRoute: {
    description: 'Whether calls may use the engine for the model.',
    response: routeState,
  },
  setRoute: {
    description: `No new call uses a route that is out of service; replies that have begun go on. It holds on the node that answers at once and on every other one within two seconds, is kept over
restarts, and ends with \`in_service\` true. Without the last route of a model its calls get 503 \`temporarily_unavailable\`, and lines of batches wait.`,
    body: { in_service: false, reason: 'New graphics cards' },
    response: routeState,
  },
  ...OPERATOR_ENGINE_REFERENCES,
  readTraffic: {
    description: `Model calls of all organizations over a span, at most 120 points of it, counted in the minute they ended in. They are in the answer within ten seconds.
Percentiles are made from counts in classes that are 20 % apart, so each is within 10 % of the exact one, and those of several points or groups are exact sums of the same classes. Callers
without a valid key are not counted.`,
    query: { span: '1h', group_by: 'model' },
    response: traffic,
  },
  listNodes: {
    description: `The nodes of the deployment, each as it reported itself, which it does every ten seconds. A node that is stopped leaves the list; one that no longer reports is
\`lost\`. With several workers each is a node.`,
    response: pageOf(node, NODE_ID),
  },
  readMargins: {
    description: `What all organizations used in a day, a week or a month, what credits were charged for it, what the engines cost, and what is left, by model. Costs are those of the routes
(\`cost\` in the configuration) at the time of each call; usage is counted in the period that the call arrived in.`,
    query: { period: 'month' },
    response: marginReport,
  },
  listOrganizationMargins: {
    description: `Organizations that used anything in the period or the one before, in the order that \`sort\` names. While a period runs, changes compare it with the same share of the one
before: on the tenth of a month of thirty days, with a third of the last month.`,
    query: { period: 'month', sort: 'retail_change' },
    response: pageOf(organizationMargin, ORGANIZATION_ID),
  },
  readOrganizationMargins: {
    description: 'The same of one organization. Organizations themselves are never shown it.',
    query: { period: 'month' },
    response: { ...marginReport, organization_id: ORGANIZATION_ID },
  },
  listOperatorAccounts: {
    description: `The people who run the deployment. \`svc operators\` adds and removes them, and makes new links.`,
    response: pageOf(operatorAccount, OPERATOR_ID),
  },
  listOperatorKeys: {
    description:
      'Operator keys that are not revoked. They are created in the Console or by `svc operators keys create`.',
    response: pageOf(operatorKey, OPERATOR_KEY_ID),
  },
  listOperatorEvents: {
    description: 'Requests and changes of operators, and their sign-ins, newest first.',
    query: { organization_id: ORGANIZATION_ID },
    response: pageOf(operatorEvent, OPERATOR_EVENT_ID),
  },
  readQueues: {
    description: `How much waits and fails in the whole deployment: jobs, mails, deliveries of webhooks, batches and tunnels. Counts end at ${COUNTED_IN_QUEUES}.`,
    response: queues,
  },
  listFailingJobs: {
    description: 'Jobs whose last attempt failed, or that were given up, newest first.',
    query: { state: 'failed' },
    response: pageOf(failingJob, failingJob.id),
  },
  retryJob: {
    description: `Makes the next attempt due now. A job that was given up starts again with all of its attempts; where another job has taken over its work, this is 409
\`resource_conflict\`.`,
    response: { ...failingJob, state: 'failing', attempts: 0, failed_at: null, next_attempt_at: LATER },
  },
  listFailingMails: {
    description:
      'Mails whose last attempt failed, or that were given up, newest first. Only the domain of the recipient is returned.',
    query: { state: 'failing' },
    response: pageOf(failingMail, failingMail.id),
  },
  retryMail: {
    description: `Makes the next attempt due now, also of a mail that was given up. A mail that was sent or has expired is not sent again: 409 \`resource_conflict\`.`,
    response: failingMail,
  },
  listFailingDeliveries: {
    description:
      'Deliveries of webhooks whose last attempt failed, or that were given up, newest first. Only the host of the URL is returned.',
    query: { state: 'failed' },
    response: pageOf(failingDelivery, DELIVERY_ID),
  },
  retryDelivery: {
    description: `Makes the next attempt due now. A delivery that was given up is repeated by a new one, which is answered. While its webhook is disabled, or when it was repeated
before, this is 409 \`resource_conflict\`.`,
    response: { ...failingDelivery, state: 'failing', next_attempt_at: LATER },
  },
};
