import { Route, RouteList, routeSetting } from '../../schemas/operator/route.ts';
import { operatorOperation } from './operator-operation.ts';

const LIST = '/operator/v1/routes';
const ONE = `${LIST}/{model_id}/{engine}`;

/** Which engines may serve which models. */
export const OPERATOR_ROUTE_OPERATIONS = [
  operatorOperation({
    id: 'listRoutes',
    method: 'GET',
    isLive: true,
    path: LIST,
    summary: 'List routes, and which of them are out of service',
    response: RouteList,
  }),
  operatorOperation({
    id: 'readRoute',
    method: 'GET',
    path: ONE,
    summary: 'Read whether a route is in service',
    response: Route,
    errors: ['route_not_found'],
  }),
  operatorOperation({
    id: 'setRoute',
    method: 'PUT',
    path: ONE,
    summary: 'Take a route out of service, or back in',
    body: () => routeSetting,
    readOnly: Object.keys(Route.shape),
    response: Route,
    errors: ['route_not_found'],
  }),
] as const;
