import { formatPath } from '../format-path.ts';
import { LIMITS_WITHOUT_EFFECT } from './limits-without-effect.ts';
import { member } from '../read-loosely.ts';

/** Keys that nothing reads. */
const SETTINGS: readonly (readonly string[])[] = LIMITS_WITHOUT_EFFECT.map((name) => ['limits', name]);

/** The same as an operator writes them. */
export const PATHS_WITHOUT_EFFECT: ReadonlySet<string> = new Set(SETTINGS.map(formatPath));

/**
 * What a `svc.yaml` sets that is checked but does nothing, as paths: worth one line in the log, so that nobody
 * relies on it.
 */
export function withoutEffect(raw: unknown): string[] {
  return SETTINGS.filter((path) => path.reduce(member, raw) !== undefined).map(formatPath);
}
