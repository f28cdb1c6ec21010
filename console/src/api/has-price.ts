import type { Model } from '@svc/sdk';

/** Where no rate is set, all are zero. */
export function hasPrice({ input, cached_input: cached, output }: Model['pricing']): boolean {
  return input > 0 || cached > 0 || output > 0;
}
