import { queryOptions } from '@tanstack/react-query';
import type { Route, RouteSetting } from '@svc/contract';
import { operatorCall } from './operator-session.ts';

const STATE_MS = 5000;

export const nodeStateOptions = queryOptions({
  queryKey: ['operator', 'node'],
  queryFn: ({ signal }) => operatorCall('readNodeState', { signal }),
  refetchInterval: STATE_MS,
});

export const routesOptions = queryOptions({
  queryKey: ['operator', 'routes'],
  queryFn: ({ signal }) => operatorCall('listRoutes', { signal }),
  refetchInterval: STATE_MS,
});

export const setRoute = ({ model, engine }: Pick<Route, 'model' | 'engine'>, body: RouteSetting) =>
  operatorCall('setRoute', { path: { model_id: model, engine }, body });
