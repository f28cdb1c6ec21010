import type { ModelConfig } from '#config';
import type { Credential } from '#exchange';
import type { ModelAccess } from './model-access.ts';
import type { ModelCatalog } from './model-catalog.ts';

/** What the catalogue looks like to one caller. */
export interface ModelView {
  readonly catalog: ModelCatalog;
  readonly credential: Credential;
  /** Ids the organization and the workspace may use; null means no restriction. */
  readonly allowed: ReadonlySet<string> | null;
  readonly nowMs: number;
}

/** Reads the caller's restrictions; waits only when they are not at hand. */
export function viewFor(
  catalog: ModelCatalog,
  access: ModelAccess,
  credential: Credential,
  nowMs: number,
): ModelView | Promise<ModelView> {
  const allowed = access.find(credential.organizationId, credential.workspaceId);
  return allowed instanceof Promise
    ? allowed.then((ids) => ({ catalog, credential, allowed: ids, nowMs }))
    : { catalog, credential, allowed, nowMs };
}

/** Not closed to the organization or workspace by a list of models. */
export function isPermitted(view: ModelView, model: ModelConfig): boolean {
  return view.allowed === null || view.allowed.has(model.id);
}

/** An organization that keeps no data can use only models that keep none (MODEL-15). */
export function keepsRetention(view: ModelView, model: ModelConfig): boolean {
  return !view.credential.zeroDataRetention || model.zero_data_retention;
}

export function isInPlan(view: ModelView, model: ModelConfig): boolean {
  return view.catalog.planIncludes(view.credential.plan, model);
}
