import type { Kysely } from 'kysely';
import { fingerprintBytes } from '#kit';
import type { Tables } from '#store';

/** A key with everything the authentication step must know of its owner and place, by one statement. */
export async function loadKeys(db: Kysely<Tables>, fingerprints: readonly string[]) {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .leftJoin('workspace_members as wm', (join) =>
      join.onRef('wm.workspace_id', '=', 'k.workspace_id').onRef('wm.user_id', '=', 'k.created_by'),
    )
    .select([
      'k.id',
      'k.kind',
      'k.name',
      'k.status',
      'k.expires_at',
      'k.organization_id',
      'k.workspace_id',
      'k.created_by',
    ])
    .select(['k.pinned_version', 'k.allowed_origins', 'k.allowed_ips', 'k.fingerprint'])
    .select(['k.allowed_models', 'k.monthly_budget_nanos', 'k.requests_per_minute'])
    .select(['k.input_tokens_per_minute', 'k.output_tokens_per_minute'])
    .select(['u.account', 'w.name as workspace_name', 'w.archived_at', 'w.allowed_ips as workspace_ips'])
    .select(['m.role as member_role', 'm.status as member_status', 'wm.role as workspace_role'])
    .where('k.fingerprint', 'in', fingerprints.map(fingerprintBytes))
    .execute();
  return rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint: fingerprint.toString('base64') }));
}

/** An admin key with its creator's standing, by one statement. */
export async function loadAdminKeys(db: Kysely<Tables>, fingerprints: readonly string[]) {
  const rows = await db
    .selectFrom('admin_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .select([
      'k.id',
      'k.name',
      'k.status',
      'k.organization_id',
      'k.created_by',
      'k.allowed_ips',
      'k.fingerprint',
    ])
    .select(['u.account', 'u.email', 'm.role as member_role', 'm.status as member_status'])
    .where('k.fingerprint', 'in', fingerprints.map(fingerprintBytes))
    .execute();
  return rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint: fingerprint.toString('base64') }));
}
