import { z } from 'zod';
import { line, timestamp } from '../administration/fields.ts';

const inService = z
  .boolean()
  .describe('Calls may use it. A failing route is in service: it is avoided until a call succeeds.');
const reason = line(1, 200).nullable();

/** One engine serving one model, and whether an operator lets it. */
export const Route = z
  .object({
    type: z.literal('route'),
    model: z.string().describe('Public id of the model.'),
    engine: z.string().describe('Name of the engine in the configuration.'),
    in_service: inService,
    reason: reason.describe('Why it is out of service.'),
    taken_out_at: timestamp.nullable(),
    is_configured: z
      .boolean()
      .describe('False: the configuration of the node that answers no longer has this route.'),
  })
  .meta({ id: 'Route' });
export type Route = z.infer<typeof Route>;

/** All at once: there are as many as the configuration has, and few settings of routes that it no longer has. */
export const RouteList = z
  .object({ type: z.literal('route_list'), routes: z.array(Route) })
  .meta({ id: 'RouteList' });
export type RouteList = z.infer<typeof RouteList>;

export const routeSetting = z
  .strictObject({
    in_service: inService,
    reason: reason.default(null).describe('Why it is out of service. Null for one in service.'),
  })
  .refine((setting) => !setting.in_service || setting.reason === null, {
    path: ['reason'],
    message: 'is only for a route that is out of service',
  });
export type RouteSetting = z.output<typeof routeSetting>;
