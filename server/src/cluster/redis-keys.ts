// The braces keep one organization's keys in the same slot of a Redis cluster.
export const ringKey = (organizationId: string, counter: string): string =>
  `svc:{${organizationId}}:rate:${counter}`;
export const prefetchesKey = (organizationId: string, counter: string): string =>
  `svc:{${organizationId}}:draws:${counter}`;
export const windowKey = (organizationId: string, counter: string): string =>
  `svc:{${organizationId}}:minute:${counter}`;
export const leasesKey = (organizationId: string): string => `svc:{${organizationId}}:leases`;
export const epochKey = (organizationId: string): string => `svc:{${organizationId}}:epoch`;

/** The organization of a key, and the counter if it is that of a ring. */
export function readKey(key: string): { readonly organizationId: string; readonly counter?: string } {
  const [, organizationId = '', counter] = /^svc:\{([^}]*)\}:(?:rate:(.*)|epoch)$/s.exec(key) ?? [];
  return counter === undefined ? { organizationId } : { organizationId, counter };
}
