import { ApiError, type InferenceHook } from '@svc/contract';
import type { OrganizationScope } from '#store';
import { toHookObject } from './hook-object.ts';
import { findHook, sumLastHour, type HookRow } from './store.ts';

export async function readHook(scope: OrganizationScope, nowMs: number): Promise<InferenceHook> {
  return toHookObject(await requireHook(scope), await sumLastHour(scope, nowMs));
}

/** Throws 404 `inference_hook_not_found`. */
export async function requireHook(scope: OrganizationScope): Promise<HookRow> {
  const hook = await findHook(scope);
  if (!hook) throw new ApiError('inference_hook_not_found');
  return hook;
}
