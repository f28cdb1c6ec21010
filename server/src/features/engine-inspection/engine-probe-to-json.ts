import type { EngineProbe, KeyProbe, RouteProbe } from '#engine';
import { toTimestamp } from '#kit';

/** An engine in the output for programs (D-ENG-34). */
export function engineProbeToJson({ name, type, status, reason, keys, routes }: EngineProbe) {
  return { name, type, status, reason, keys: keys.map(keyToJson), routes: routes.map(routeToJson) };
}

function keyToJson({ name, state, reason, untilMs }: KeyProbe) {
  return { name, state, reason, until: untilMs === null ? null : toTimestamp(untilMs) };
}

function routeToJson(route: RouteProbe) {
  return {
    model: route.model,
    engine_model: route.engineModel,
    status: route.status,
    reason: route.reason,
    dialect: route.dialect,
    dialect_from: route.dialectFrom,
    streams: route.streams,
    tools: route.tools,
    vision: route.vision,
    reasoning: route.reasoning,
    usage_in_streams: route.usageInStreams,
    max_context_tokens: route.maxContextTokens,
    differs: [...route.differs],
  };
}
