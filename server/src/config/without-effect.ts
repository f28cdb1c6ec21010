import { formatPath } from './format-path.ts';
import { member } from './read-loosely.ts';

/** Keys whose capability is not built yet. Shrinks as capabilities arrive. */
const SETTINGS: readonly (readonly string[])[] = [
  ['links', 'add_credit'],
  ['links', 'action'],
  ['data_regions'],
  ['webhooks'],
  ['tunnels'],
  ['files'],
  ['cluster_secret'],
];

/**
 * What a `svc.yaml` sets that is checked but does nothing yet, as paths: worth one line in the log, so that nobody
 * relies on it. Empty lists and objects set nothing.
 */
export function withoutEffect(raw: unknown): string[] {
  return SETTINGS.filter((path) => !isEmpty(path.reduce(member, raw))).map(formatPath);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
