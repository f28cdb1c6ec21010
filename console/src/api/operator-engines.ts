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

/** Costs tokens, and takes minutes at most. */
export const probeEngine = (engine: string) => operatorCall('probeEngine', { path: { engine } });

/** The engine is asked each time somebody looks. */
export const offeredModelsOptions = (engine: string) =>
  queryOptions({
    queryKey: ['operator', 'offered-models', engine],
    queryFn: ({ signal }) => operatorCall('listOfferedModels', { path: { engine }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const setRoute = ({ model, engine }: Pick<Route, 'model' | 'engine'>, body: RouteSetting) =>
  operatorCall('setRoute', { path: { model_id: model, engine }, body });
