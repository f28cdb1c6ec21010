import type { Readiness } from '#http';

/** One of the processes is not there, or does not answer: the others serve meanwhile. */
const WORKERS = 'workers';

/**
 * What all workers together report; undefined stands for one that is not there or does not answer. One that cannot
 * answer requests makes the whole unavailable, because some of the callers would meet it.
 */
export function combineReadiness(
  states: readonly (Readiness | undefined)[],
  configuration: string,
): Readiness {
  const serving = states.filter(
    (state) => state !== undefined && state.status !== 'draining' && state.status !== 'starting',
  );
  const degraded = new Set(serving.flatMap((state) => state?.degraded ?? []));
  if (serving.length < states.length) degraded.add(WORKERS);
  const unavailable = serving.length === 0 || serving.some((state) => state?.status === 'unavailable');
  const status = unavailable ? 'unavailable' : degraded.size > 0 ? 'degraded' : 'ready';
  return { status, degraded: [...degraded], configuration };
}
