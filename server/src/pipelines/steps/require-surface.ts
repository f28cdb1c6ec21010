import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import type { Authenticated, Selected, Step } from '#exchange';
import type { ModelCatalog } from '#features/models';
import type { Clock } from '#kit';

export interface RequireSurfaceDeps {
  readonly catalog: () => ModelCatalog;
  readonly clock: Clock;
}

/**
 * 403 `forbidden` if none of the endpoint's models is open to the sign-in token's surface (D-72). Keys are
 * bound to no surface.
 */
export function requireOpenEndpoint(
  { catalog, clock }: RequireSurfaceDeps,
  kind: ModelConfig['kind'],
): Step<Authenticated> {
  return ({ credential: { surface } }) => {
    if (surface === null) return;
    const models = catalog().all(clock.nowMs());
    if (!models.some((model) => model.kind === kind && model.surfaces.includes(surface))) {
      throw new ApiError('forbidden', {
        message: 'This endpoint is not available to the program you signed in with. Call it with an API key.',
      });
    }
  };
}

/** The same for the chosen model. */
export const requireOpenModel: Step<Authenticated & Selected> = ({ credential: { surface }, admission }) => {
  if (surface === null || admission.model.config.surfaces.includes(surface)) return;
  throw new ApiError('forbidden', {
    message:
      'The model is not available to the program you signed in with. Use one that GET /v1/models lists for its surface.',
  });
};
