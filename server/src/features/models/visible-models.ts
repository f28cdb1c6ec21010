import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import type { Credential } from '#exchange';
import type { ModelAccess } from './model-access.ts';
import type { ModelCatalog } from './model-catalog.ts';

/** What the catalog looks like to one caller. */
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

/** Not closed to the organization, the workspace or the key by a list of models. */
export function isPermitted(view: ModelView, model: ModelConfig): boolean {
  return isInWorkspace(view, model) && isOnKeyList(view, model);
}

/** The workspace has the model, and the key's own list has not (ADR 0087). */
export function isClosedToKey(view: ModelView, model: ModelConfig): boolean {
  return isInWorkspace(view, model) && !isOnKeyList(view, model);
}

/** 404 for a name that the caller's list of models does not have, naming the key where its own list is why. */
export function modelNotFound(view: ModelView, model: ModelConfig | undefined, message?: string): ApiError {
  const ofKey =
    model && isClosedToKey(view, model)
      ? `The key "${view.credential.restrictions?.keyName}" may not use this model. List the models to see which ones it may use.`
      : message;
  return new ApiError('model_not_found', {
    param: 'model',
    ...(ofKey === undefined ? {} : { message: ofKey }),
  });
}

function isInWorkspace({ allowed }: ModelView, { id }: ModelConfig): boolean {
  return allowed === null || allowed.has(id);
}

function isOnKeyList({ credential }: ModelView, { id }: ModelConfig): boolean {
  return credential.restrictions?.models?.has(id) ?? true;
}

/** An organization that keeps no data can use only models that keep none (MODEL-15). */
export function keepsRetention(view: ModelView, model: ModelConfig): boolean {
  return !view.credential.zeroDataRetention || model.zero_data_retention;
}

export function isInPlan(view: ModelView, model: ModelConfig): boolean {
  return view.catalog.planIncludes(view.credential.plan, model);
}
