import { queryOptions } from '@tanstack/react-query';

/** Whose clients the service has endpoints for. */
export type CompatVendor = 'openai' | 'anthropic';

const FRESH_MS = 300_000;

/** Whether the operator has left this vendor's endpoints on: below their prefix nothing shows of those that are off. */
export function isCompatEnabledOptions(vendor: CompatVendor) {
  return queryOptions({
    queryKey: ['compat', vendor],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => (await fetch(`/compat/${vendor}`, { method: 'HEAD', signal })).ok,
  });
}
