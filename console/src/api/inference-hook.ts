import { queryOptions } from '@tanstack/react-query';
import type { InferenceHook } from '@svc/contract';
import { call } from './console-api.ts';
import { hasCode } from './failure.ts';

const REFRESH_MS = 30_000;

export const INFERENCE_HOOK = ['inference_hook'] as const;

/** Null: the organization has none. Its counts and its state follow the calls. */
export const inferenceHookOptions = queryOptions({
  queryKey: INFERENCE_HOOK,
  refetchInterval: REFRESH_MS,
  queryFn: async ({ signal }): Promise<InferenceHook | null> => {
    try {
      return await call('readInferenceHook', { signal });
    } catch (cause) {
      if (hasCode(cause, 'inference_hook_not_found')) return null;
      throw cause;
    }
  },
});
