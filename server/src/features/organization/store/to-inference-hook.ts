import type { Selectable } from 'kysely';
import type { InferenceHooksTable } from '#store';
import type { InferenceHookRecord } from '../inference-hook-record.ts';

/** What requests need of the table, by names that no column of an organization has. */
export const HOOK_COLUMNS = [
  'hook.url as hook_url',
  'hook.mode as hook_mode',
  'hook.on_failure as hook_on_failure',
  'hook.timeout_ms as hook_timeout_ms',
  'hook.events as hook_events',
  'hook.workspace_ids as hook_workspace_ids',
  'hook.sealed_headers as hook_sealed_headers',
  'hook.sealed_secret as hook_sealed_secret',
  'hook.sealed_previous_secret as hook_sealed_previous_secret',
  'hook.previous_secret_expires_at as hook_previous_secret_expires_at',
] as const;

/** `hook_url` of `hook.url as hook_url`. */
type ColumnName<Text> = Text extends `${string} as ${infer Name}` ? Name : never;

type Hook = Selectable<InferenceHooksTable>;

type JoinedHook = {
  readonly [Column in keyof Hook as `hook_${Column}`]: Hook[Column] | null;
};

/** Null for an organization that has none. */
export function toInferenceHook(
  row: Pick<JoinedHook, ColumnName<(typeof HOOK_COLUMNS)[number]>>,
): InferenceHookRecord | null {
  if (row.hook_url === null) return null;
  return {
    url: row.hook_url,
    mode: row.hook_mode!,
    onFailure: row.hook_on_failure!,
    timeoutMs: row.hook_timeout_ms!,
    events: row.hook_events!,
    workspaceIds: row.hook_workspace_ids,
    sealedHeaders: row.hook_sealed_headers!,
    sealedSecret: row.hook_sealed_secret!,
    sealedPreviousSecret: row.hook_sealed_previous_secret,
    previousSecretExpiresAtMs: row.hook_previous_secret_expires_at,
  };
}
