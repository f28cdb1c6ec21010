import { EngineFault, type EngineRun, type EngineSink } from '../../events.ts';
import type { GenerateRequest } from '../../turns.ts';
import type { RequestFormat } from './request-format.ts';
import { mayOmit, SENT_SETTINGS } from './sent-format.ts';

/** A request as the engine takes it, or the setting for which it takes none. */
type Fitted =
  | { readonly request: GenerateRequest }
  | { readonly request: undefined; readonly refused: string };

/**
 * Lowers the output limit to the engine's, and finds a setting that the engine is known not to take and that changes the reply.
 * `maxTemperature`: of the engine's protocol.
 */
export function fitRequest(
  request: GenerateRequest,
  { omitted, ceilingTokens = Infinity }: RequestFormat,
  maxTemperature = Infinity,
): Fitted {
  const { sampling, maxOutputTokens } = request;
  if ((sampling?.temperature ?? 0) > maxTemperature) return { request: undefined, refused: 'temperature' };
  if (sampling && omitted.size > 0)
    for (const [name, setting] of SENT_SETTINGS)
      if (sampling[setting] !== undefined && omitted.has(name) && !mayOmit(name, request))
        return { request: undefined, refused: name };
  return {
    request: maxOutputTokens > ceilingTokens ? { ...request, maxOutputTokens: ceilingTokens } : request,
  };
}

const OVER: EngineRun = { resume: () => {}, abort: () => {} };

/** Refuses a request in the engine's place, for one of its fields. */
export function refuse(sink: EngineSink, field: string): EngineRun {
  sink.fail(
    new EngineFault('status', {
      status: 400,
      refusal: { reason: 'parameter', parameters: [field] },
      isUnsent: true,
    }),
  );
  return OVER;
}
