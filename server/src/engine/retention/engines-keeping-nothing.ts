import { ApiError } from '@svc/contract';
import type { EngineHost } from '../engine-host.ts';
import type { RetentionCheck } from './retention-check.ts';

/** Engines, by each of their keys, that calls of an organization without retention may use. */
export type AllowedEngines = ReadonlySet<EngineHost>;

/**
 * Those that keep nothing: one without a look-up is what the configuration says of its models. Rejects with `model_unavailable` if all
 * others keep data, and with `model_retention_unverifiable` if that of some is not known (D-DATA-8).
 */
export async function enginesKeepingNothing(
  hosts: ReadonlySet<EngineHost>,
  checkOf: (host: EngineHost) => RetentionCheck | undefined,
): Promise<AllowedEngines> {
  const known = await Promise.all(
    [...hosts].map(async (host) => ({
      host,
      retention: (await checkOf(host)?.retention()) ?? 'keeps nothing',
    })),
  );
  const allowed = known.filter(({ retention }) => retention === 'keeps nothing');
  if (allowed.length > 0) return new Set(allowed.map(({ host }) => host));
  const isUnknown = known.some(({ retention }) => retention === 'unknown');
  throw isUnknown
    ? new ApiError('model_retention_unverifiable')
    : new ApiError('model_unavailable', { param: 'model' });
}
