/** The composition root: builds each service once, with plain arguments and no container, and holds the service that runs. */
export { startService } from './running-service.ts';
export type { Service } from './service.ts';
/** What a service is put together from, for tests that must reach into it. */
export { openServices, type AppServices } from './app-services.ts';
export { buildRoutes } from './routes/build-routes.ts';
export { toApiError } from './to-api-error.ts';
