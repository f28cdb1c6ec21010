import { DIRECTORY_OPERATIONS } from '@svc/contract';
import { directoryHandlers } from '#features/directory';
import type { Route } from '#http';
import { directory } from '#pipelines';
import type { AppServices } from '../app-services.ts';

export function directoryRoutes(services: AppServices): Route[] {
  const handlers = directoryHandlers(services);
  return DIRECTORY_OPERATIONS.map((operation) => ({
    operation,
    handle: directory(services, operation, handlers[operation.id]),
  }));
}
