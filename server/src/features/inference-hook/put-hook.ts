import { ApiError, type InferenceHookSettings, type PutInferenceHook } from '@svc/contract';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { Created } from '#features/module';
import { requireOwner } from '#features/organization';
import { withoutQuery } from '#features/webhooks';
import { findWorkspaces } from '#features/workspaces';
import type { HookSeal } from './hook-seal.ts';
import { readHook } from './read-hook.ts';
import { findHook, insertHook, setHook, type HookChange, type HookRow } from './store.ts';

/**
 * Makes the hook, whose signing secret is in this answer only, or replaces its settings. Throws 403 `role_required` and 404
 * `workspace_not_found`.
 */
export async function putHook(
  seal: HookSeal,
  change: MutationContext,
  settings: InferenceHookSettings,
): Promise<PutInferenceHook | Created> {
  requireOwner(change);
  const { scope, nowMs } = change;
  await requireWorkspaces(change, settings.workspace_ids);
  const before = await findHook(scope);
  const { headers, ...plain } = settings;
  const stored = {
    ...plain,
    header_names: headers.map(({ name }) => name),
    sealed_headers: seal.sealHeaders(scope.organizationId, headers),
    updated_at: nowMs,
  };
  change.touchesCredentials = true;
  await audit(change, before, settings);
  if (before) {
    await setHook(scope, { ...stored, ...(resetsHealth(before, settings) ? NOT_FAILING : {}) });
    return readHook(scope, nowMs);
  }
  const { secret, sealed } = seal.createSecret(scope.organizationId);
  await insertHook(scope, { ...stored, sealed_secret: sealed, created_at: nowMs });
  return new Created({ ...(await readHook(scope, nowMs)), signing_secret: secret.reveal() });
}

/** Failures of another server, or of before it was switched off, say nothing about what comes. */
function resetsHealth({ url }: HookRow, settings: InferenceHookSettings): boolean {
  return settings.url !== url || settings.mode === 'off';
}

const NOT_FAILING = {
  failing_since_at: null,
  last_failure_at: null,
  alarmed_at: null,
} as const satisfies HookChange;

async function requireWorkspaces({ scope }: MutationContext, ids: readonly string[] | null): Promise<void> {
  if (ids === null) return;
  const workspaces = await findWorkspaces(scope.db, scope.organizationId);
  const missing = ids.findIndex((id) => !workspaces.some((workspace) => workspace.id === id));
  if (missing >= 0) throw new ApiError('workspace_not_found', { param: `workspace_ids[${missing}]` });
}

/** Without headers, and without the query of the URL, which often holds a token. */
async function audit(
  change: MutationContext,
  before: HookRow | undefined,
  settings: InferenceHookSettings,
): Promise<void> {
  await auditChange(change, {
    event: 'inference_hook.updated',
    resource: { type: 'inference_hook', id: change.scope.organizationId },
    changes: differences(before ? shown(before) : NONE, shown(settings)),
  });
}

type Shown = Omit<InferenceHookSettings, 'headers'>;

const NONE: Readonly<Record<keyof Shown, null>> = {
  url: null,
  mode: null,
  on_failure: null,
  timeout_ms: null,
  events: null,
  workspace_ids: null,
};

function shown({ url, mode, on_failure, timeout_ms, events, workspace_ids }: Shown): Shown {
  return { url: withoutQuery(url), mode, on_failure, timeout_ms, events, workspace_ids };
}
