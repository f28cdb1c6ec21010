/** The listener: routing, 404 and 405, preflight, rendering of errors. */
export { createErrorRendering } from './create-error-rendering.ts';
export { createListener, type ListenerRooms } from './listener.ts';
export { createRouteTable, type Route, type RouteTable } from './routes.ts';
export { createServiceRoutes, type Readiness } from './service-routes.ts';
export { closeGracefully } from './close-gracefully.ts';
export { openDoors, openSharedDoors, reservePort, type Doors } from './open-doors.ts';
