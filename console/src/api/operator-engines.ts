import { queryOptions } from '@tanstack/react-query';
import type { NodeState, Route, RouteList, RouteSetting } from '@svc/contract';
import { operatorCall } from './operator-session.ts';

const STATE_MS = 5000;

export const nodeStateOptions = queryOptions({
  queryKey: ['operator', 'node'],
  queryFn: ({ signal }) => operatorCall<NodeState>('GET', '/node', { signal }),
  refetchInterval: STATE_MS,
});

export const routesOptions = queryOptions({
  queryKey: ['operator', 'routes'],
  queryFn: ({ signal }) => operatorCall<RouteList>('GET', '/routes', { signal }),
  refetchInterval: STATE_MS,
});

export const setRoute = ({ model, engine }: Pick<Route, 'model' | 'engine'>, body: RouteSetting) =>
  operatorCall<Route>('PUT', `/routes/${encodeURIComponent(model)}/${encodeURIComponent(engine)}`, { body });
