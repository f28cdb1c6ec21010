import { mirroredErrors } from './checked-operation.ts';
import { OPERATOR_DEPLOYMENT_OPERATIONS } from './operator/deployment.ts';
import { OPERATOR_ENGINE_OPERATIONS } from './operator/engines.ts';
import { OPERATOR_HEALTH_OPERATIONS } from './operator/health.ts';
import { OPERATOR_MARGIN_OPERATIONS } from './operator/margins.ts';
import {
  OPERATOR_CONSOLE_ROOT,
  OPERATOR_ROOT,
  type OperatorOperation,
  operatorSessionErrors,
} from './operator/operator-operation.ts';
import { OPERATOR_ORGANIZATION_OPERATIONS } from './operator/organizations.ts';
import { OPERATOR_RESOURCE_OPERATIONS } from './operator/organization-resources.ts';
import { OPERATOR_SIGN_UP_OPERATIONS } from './operator/sign-ups.ts';
import { OPERATOR_ROUTE_OPERATIONS } from './operator/routes.ts';
import { OPERATOR_QUEUE_OPERATIONS } from './operator/queues.ts';
import { OPERATOR_PAGE_OPERATIONS } from './operator/session.ts';

/** The Operator API: what people who run the deployment do, by key. */
export const OPERATOR_OPERATIONS = [
  ...OPERATOR_ORGANIZATION_OPERATIONS,
  ...OPERATOR_RESOURCE_OPERATIONS,
  ...OPERATOR_SIGN_UP_OPERATIONS,
  ...OPERATOR_DEPLOYMENT_OPERATIONS,
  ...OPERATOR_ROUTE_OPERATIONS,
  ...OPERATOR_ENGINE_OPERATIONS,
  ...OPERATOR_QUEUE_OPERATIONS,
  ...OPERATOR_HEALTH_OPERATIONS,
  ...OPERATOR_MARGIN_OPERATIONS,
] as const;

function mirror(operation: OperatorOperation): OperatorOperation {
  return {
    ...operation,
    path: OPERATOR_CONSOLE_ROOT + operation.path.slice(OPERATOR_ROOT.length),
    credential: 'operator_session',
    tag: 'Console',
    browserAccess: 'console',
    errors: mirroredErrors(operation, operatorSessionErrors),
  };
}

/** The same for operators in the Console, under the same ids, and what only their pages have. */
export const OPERATOR_CONSOLE_OPERATIONS: readonly OperatorOperation[] = [
  ...OPERATOR_OPERATIONS.map(mirror),
  ...OPERATOR_PAGE_OPERATIONS,
];
