import { OPERATOR_ROLES, type OperatorRole } from '@svc/contract';
import type { AddedOperator } from '#features/operators';
import { toTimestamp } from '#kit';
import type { Service } from '#platform';
import { type ControlHandlers, ControlRefusal, type ControlRoute } from '../control/index.ts';
import { consoleLink } from './console-link.ts';
import { refusing, requireText } from './refusing.ts';

const SET_UP_PAGE = '/console/operator/set-up';

/** Who was added, as it travels over the control socket: with the link in the clear. */
export interface AddedOperatorResponse {
  readonly email: string;
  readonly role: OperatorRole;
  readonly wasReset: boolean;
  readonly link: string;
  readonly expiresAt: string;
}

export function toAddedOperatorResponse(
  baseUrl: string,
  { email, role, wasReset, token, expiresAtMs }: AddedOperator,
): AddedOperatorResponse {
  const link = consoleLink(baseUrl, SET_UP_PAGE, token);
  return { email, role, wasReset, link, expiresAt: toTimestamp(expiresAtMs) };
}

type OperatorRoute = Extract<ControlRoute, `POST /operators/${string}`>;

/** What the running service does about the people who operate it. */
export function operatorHandlers({
  operator,
  baseUrl,
}: Pick<Service, 'operator' | 'baseUrl'>): Pick<ControlHandlers, OperatorRoute> {
  return {
    'POST /operators/add': refusing(async ({ email, role }) =>
      toAddedOperatorResponse(
        baseUrl,
        await operator.addOperator({ email: requireText(email, 'email'), role: requireRole(role) }),
      ),
    ),
    'POST /operators/list': refusing(async () => ({ operators: await operator.listOperators() })),
    'POST /operators/remove': refusing(({ email }) => operator.removeOperator(requireText(email, 'email'))),
    'POST /operators/keys/create': refusing(({ name, role, allowedIps }) =>
      operator.createOperatorKey({
        name: requireText(name, 'name'),
        role: requireRole(role),
        allowed_ips: Array.isArray(allowedIps) ? allowedIps.map(String) : [],
      }),
    ),
    'POST /operators/keys/revoke': refusing(({ id }) => operator.revokeOperatorKey(requireText(id, 'id'))),
  };
}

function requireRole(value: unknown): OperatorRole {
  const role = OPERATOR_ROLES.find((one) => one === value);
  if (!role) throw new ControlRefusal('role must be operator or operator_viewer.');
  return role;
}
