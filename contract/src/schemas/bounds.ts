import { z } from 'zod';
import type { LimitName, LimitValues } from '../limits.ts';

type BoundKeyword = 'maxItems' | 'maxLength' | 'minimum' | 'maximum';

interface Bounds {
  /** The limit behind a keyword of the JSON Schema. */
  readonly keywords?: Readonly<Partial<Record<BoundKeyword, LimitName>>>;
  /** For a text that tells a limit. */
  readonly description?: (limits: LimitValues) => string;
}

/**
 * Limits in the schemas of model calls. Those schemas are constants with the numbers of the contract, because the request path checks
 * bodies by hand; what is in this registry is described with the numbers of the deployment instead.
 */
export const BOUNDS = z.registry<Bounds>();

/** For lists. */
export function mostItems(limit: LimitName): Bounds {
  return { keywords: { maxItems: limit } };
}

/** For texts. */
export function mostCharacters(limit: LimitName): Bounds {
  return { keywords: { maxLength: limit } };
}
