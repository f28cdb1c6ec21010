import type { OPERATOR_OPERATIONS } from '../operations.ts';
import { rateLimits, user } from './objects/administration.ts';
import { DEVELOPER_ID, NODE_ID, OPERATOR_EVENT_ID, OPERATOR_KEY_ID, ORGANIZATION_ID } from './objects/ids.ts';
import {
  anyRequestRecord,
  creditGrant,
  effectiveConfiguration,
  managedOrganization,
  nodeState,
  operatorEvent,
  operatorKey,
  ownerSetupLink,
} from './objects/operator.ts';
import { backlogs, node, traffic } from './objects/health.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

export const OPERATOR_REFERENCES: References<typeof OPERATOR_OPERATIONS> = {
  listManagedOrganizations: {
    description: `Organizations, newest first. \`search\` finds those whose name begins with the text, whatever its case, or, where it begins with \`org_\`, those whose
id does.`,
    query: { search: 'acm' },
    answer: pageOf(managedOrganization, ORGANIZATION_ID),
  },
  createManagedOrganization: {
    description: `Creates an organization with its default workspace. It has no members yet: \`createOwnerLink\` makes its first. Send an \`Idempotency-Key\`, or use an
external id, so that a repeated request does not create another one.`,
    body: { name: 'Acme', plan: 'pro', external_id: 'customer-1042', credits_enabled: true },
    answer: managedOrganization,
  },
  readManagedOrganization: {
    description: 'An organization: its plan, its status and its balance.',
    answer: managedOrganization,
  },
  updateManagedOrganization: {
    description: `Changes the fields that are sent. With \`status\` \`suspended\` its keys and people get 403 \`org_unavailable\` until it is \`active\` again. The change holds
on every node before this is answered, and the audit log of the organization shows it.`,
    body: { status: 'suspended' },
    answer: { ...managedOrganization, status: 'suspended' },
  },
  readOrganizationByExternalId: {
    description: 'The organization that another system calls so.',
    answer: managedOrganization,
  },
  setOrganizationByExternalId: {
    description: `Declares an organization: it is created, 201, or all of its settings are set, 200. What is left out takes its default, but for \`status\`, which stays. Two systems that declare the same
external id at once make one organization.`,
    body: { name: 'Acme', plan: 'pro', credits_enabled: true },
    answer: managedOrganization,
  },
  grantCredits: {
    description: `Adds credits, which the ledger of the organization shows with the note. Send an \`Idempotency-Key\`: a request that is repeated without one adds them
again.`,
    body: { amount_usd: '25.50', note: 'Invoice 2026-118' },
    answer: creditGrant,
  },
  readManagedRateLimits: {
    description: 'The tier, which comes with the plan, and the limits of each model.',
    answer: rateLimits,
  },
  listManagedMembers: {
    description: 'Members of the organization, with their roles.',
    answer: pageOf(user, DEVELOPER_ID),
  },
  createOwnerLink: {
    description: `A link that works once and for a day. The primary owner sets name, e-mail and password with it; what signed them in until now stops at once. For an
organization without a primary owner, \`email\` names a person without an account, who becomes it.`,
    body: {},
    answer: ownerSetupLink,
  },
  readAnyRequest: {
    description: `What was written down of a model call: how it ended, what it used and cost, and the class of what went wrong at the engine. Nothing of what was said is
stored.`,
    answer: anyRequestRecord,
  },
  readNodeState: {
    description:
      'What the node that answers knows. Behind a load balancer each request may reach another one.',
    answer: nodeState,
  },
  readConfiguration: {
    description: 'The settings in force on the node that answers. Secrets are replaced by `[secret]`.',
    answer: effectiveConfiguration,
  },
  readTraffic: {
    description: `Model calls of all organizations over a span, at most 120 points of it, counted in the minute they ended in. They are in the answer within ten seconds.
Percentiles are made from counts in classes that are 20 % apart, so each is within 10 % of the exact one, and those of several points or groups are exact sums of the same classes. Callers
without a valid key are not counted.`,
    query: { span: '1h', group_by: 'model' },
    answer: traffic,
  },
  listNodes: {
    description: `The nodes of the deployment, each as it reported itself, which it does every ten seconds. A node that is stopped leaves the list; one that no longer reports is
\`lost\`. With several workers each is a node.`,
    answer: pageOf(node, NODE_ID),
  },
  readBacklogs: {
    description: 'Jobs in the database by kind: mail, webhooks, batches, files.',
    answer: backlogs,
  },
  listOperatorKeys: {
    description:
      'Operator keys that are not revoked. They are created in the Console or by `svc operators keys create`.',
    answer: pageOf(operatorKey, OPERATOR_KEY_ID),
  },
  listOperatorEvents: {
    description: 'Requests and changes of operators, and their sign-ins, newest first.',
    query: { organization_id: ORGANIZATION_ID },
    answer: pageOf(operatorEvent, OPERATOR_EVENT_ID),
  },
};
