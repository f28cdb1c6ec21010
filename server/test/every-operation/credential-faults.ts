/** Programs that sign in, by their client ids, and the tokens of the Console's playground. */
export const TOKENS = ['svc-code', 'svc-code-terminal', 'svc-code-desktop', 'playground'] as const;
/** Kinds of stored credentials. `unbound` is the token of a desktop program for which no workspace was chosen. */
export const KINDS = ['private', 'svc_code', 'admin', ...TOKENS, 'unbound'] as const;
export type Kind = (typeof KINDS)[number];

/** Statements that bring a fault about and take it away. */
interface Fault {
  readonly on: string;
  readonly off: string;
}

const onTable =
  (table: string) =>
  (broken: string, sound: string): Fault => ({
    on: `update ${table} set ${broken}`,
    off: `update ${table} set ${sound}`,
  });
const onKeys = onTable('api_keys');
const onAdminKeys = onTable('admin_keys');
const onOrganization = onTable('organizations');
const ELSEWHERE = `allowed_ips = '["198.51.100.0/24"]'`;
const ANYWHERE = `allowed_ips = '[]'`;

/** What can be wrong with a key, a session, their person, workspace or organization, in the order of D-65. */
export const FAULTS = {
  'revoked key': onKeys(`status = 'revoked'`, `status = 'active'`),
  'expired key': onKeys(`expires_at = '2026-01-01'`, 'expires_at = null'),
  'inactive key': onKeys(`status = 'inactive'`, `status = 'active'`),
  'revoked admin key': onAdminKeys(`status = 'revoked'`, `status = 'active'`),
  'inactive admin key': onAdminKeys(`status = 'inactive'`, `status = 'active'`),
  'revoked session': onTable('code_sessions')(`revoked_at = '2026-01-01'`, 'revoked_at = null'),
  'expired session': onTable('code_sessions')(`expires_at = '2026-01-01'`, `expires_at = '2099-01-01'`),
  'address of the key': onKeys(ELSEWHERE, ANYWHERE),
  'address of the admin key': onAdminKeys(ELSEWHERE, ANYWHERE),
  'address of the workspace': onTable('workspaces')(ELSEWHERE, ANYWHERE),
  'origin of the key': onKeys(`allowed_origins = '["https://app.example"]'`, `allowed_origins = '[]'`),
  'suspended person': onTable('members')(`status = 'suspended'`, `status = 'active'`),
  'person who left the workspace': {
    on: `update members set role = 'developer' where role = 'primary_owner'`,
    off: `update members set role = 'primary_owner' where user_id in (select created_by from admin_keys)`,
  },
  'disabled account': onTable('users')(`account = 'disabled'`, `account = 'enabled'`),
  'unavailable organization': onOrganization(`status = 'unavailable'`, `status = 'active'`),
  'archived workspace': onTable('workspaces')(`archived_at = '2026-01-01'`, 'archived_at = null'),
  'free plan': onOrganization(`plan = 'free'`, `plan = 'pro'`),
  'inactive billing': onOrganization(`billing = 'inactive'`, `billing = 'active'`),
} as const satisfies Readonly<Record<string, Fault>>;
export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];
