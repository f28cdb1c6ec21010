import { ApiError } from '@svc/contract';

/** Whether the catalog has a model of this id. */
export type IsModel = (id: string) => boolean;

/** 400 `unknown_model` for a model outside the catalog. One of `listed` may have left it meanwhile. */
export function requireModels(
  models: readonly string[] | undefined,
  isModel: IsModel,
  listed: readonly string[] = [],
): void {
  const unknown = (models ?? []).findIndex((model) => !listed.includes(model) && !isModel(model));
  if (unknown >= 0) throw new ApiError('unknown_model', { param: `allowed_models[${unknown}]` });
}

export function requireFuture(expiresAtMs: number | null | undefined, nowMs: number): void {
  if (typeof expiresAtMs === 'number' && expiresAtMs <= nowMs)
    throw new ApiError('invalid_parameter', {
      param: 'expires_at',
      message: 'expires_at must be in the future.',
    });
}
