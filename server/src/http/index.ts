/** The listener: routing, 404 and 405, preflight, rendering of errors. */
export { createErrorRendering } from './create-error-rendering.ts';
export { createListener, type ListenerDeps, type Upgrades } from './listener.ts';
export { createRouteTable, type Route, type RouteTable } from './routes.ts';
export { createServiceRoutes, type Readiness } from './service-routes.ts';
export { closeGracefully } from './close-gracefully.ts';
export { messageClasses, type MessageClasses } from './message-classes.ts';
export { listen, listenShared, reservePort, type ListenSockets } from './listen.ts';
