import type { ErrorName, RequestedOperation } from '@svc/contract';
import { TOKENS, type FaultName, type Kind } from './credential-faults.ts';

/** A refusal of the credential step, and what its error says beside the code. */
export interface Refusal {
  readonly name: ErrorName;
  readonly required?: string;
  readonly reason?: string;
}

interface Sent {
  readonly kind: Kind;
  readonly faults: readonly FaultName[];
  readonly operation: Pick<RequestedOperation, 'id' | 'credential' | 'status' | 'path'>;
}

interface Check extends Refusal {
  /** Absent: whatever is wrong, so that only kind and route decide. */
  readonly faults?: readonly FaultName[];
  /** Only where this is not wrong, too. */
  readonly without?: FaultName;
  readonly kinds: readonly Kind[];
  readonly credentials?: readonly RequestedOperation['credential'][];
  readonly paths?: RegExp;
}

const KEYS: readonly Kind[] = ['private', 'svc_code'];
const SIGNED_IN: readonly Kind[] = [...TOKENS, 'unbound'];
const CALLERS: readonly Kind[] = [...KEYS, ...SIGNED_IN];
const DESKTOP: readonly Kind[] = ['svc-code-desktop', 'unbound'];
const PAID: readonly Kind[] = [...KEYS, 'admin', 'svc-code', 'svc-code-terminal', 'playground'];
const ALL: readonly Kind[] = [...CALLERS, 'admin'];

/** The checks of D-65 in their order: the first that applies refuses. */
const CHECKS: readonly Check[] = [
  { faults: ['revoked key'], kinds: KEYS, name: 'revoked_api_key' },
  { faults: ['revoked admin key'], kinds: ['admin'], name: 'revoked_api_key' },
  { faults: ['expired key'], kinds: KEYS, name: 'expired_api_key' },
  { faults: ['inactive key'], kinds: KEYS, name: 'inactive_api_key' },
  { faults: ['inactive admin key'], kinds: ['admin'], name: 'inactive_api_key' },
  { faults: ['revoked session', 'expired session'], kinds: SIGNED_IN, name: 'token_revoked' },
  { faults: ['address of the key'], kinds: KEYS, name: 'ip_not_allowed' },
  { faults: ['address of the workspace'], kinds: CALLERS, name: 'ip_not_allowed' },
  { faults: ['address of the admin key'], kinds: ['admin'], name: 'ip_not_allowed' },
  { kinds: ['admin'], credentials: ['inference', 'workspace'], name: 'inference_not_allowed' },
  { kinds: CALLERS, credentials: ['admin'], name: 'admin_key_required' },
  { faults: ['origin of the key'], kinds: KEYS, name: 'origin_not_allowed' },
  {
    kinds: ['svc_code', ...SIGNED_IN],
    credentials: ['workspace'],
    name: 'insufficient_scope',
    required: 'workspace_resources',
  },
  { kinds: ['unbound'], name: 'org_required' },
  {
    faults: ['suspended person', 'person who left the workspace'],
    kinds: ['admin'],
    name: 'admin_key_owner_ineligible',
  },
  {
    faults: ['suspended person', 'person who left the workspace'],
    kinds: CALLERS,
    name: 'org_membership_required',
  },
  { faults: ['disabled account'], kinds: ALL, name: 'account_disabled' },
  { faults: ['unavailable organization'], kinds: ALL, name: 'org_unavailable' },
  { faults: ['archived workspace'], kinds: CALLERS, name: 'workspace_archived' },
  // Desktop programs may be used on the free plan, which is not billed (D-74).
  { faults: ['free plan'], kinds: PAID, name: 'plan_required', reason: 'free_plan' },
  {
    faults: ['inactive billing'],
    without: 'free plan',
    kinds: ALL,
    name: 'plan_required',
    reason: 'billing_inactive',
  },
  // Behind the table: what a route asks of kinds that it admits (CODE-01, D-72).
  {
    kinds: ['private', 'playground'],
    paths: /^\/v1\/code\/telemetry$/,
    name: 'insufficient_scope',
    required: 'code_telemetry',
  },
  {
    kinds: ['svc-code', 'svc-code-terminal', ...DESKTOP],
    paths: /\/embeddings$/,
    name: 'forbidden',
  },
];

/** What the contract refuses a credential with, or undefined where it may. */
export function expectedRefusal({ kind, faults: present, operation }: Sent): Refusal | undefined {
  const { credential, path, status } = operation;
  const check = CHECKS.find(
    ({ faults, without, kinds, credentials, paths }) =>
      kinds.includes(kind) &&
      !(without && present.includes(without)) &&
      (faults?.some((fault) => present.includes(fault)) ?? true) &&
      (credentials?.includes(credential) ?? true) &&
      (paths?.test(path) ?? true),
  );
  if (!check) return undefined;
  const { name, required, reason } = check;
  // Live routes have one code for unknown and inactive keys (D-66).
  const received = name === 'inactive_api_key' && status === 'live' ? 'invalid_api_key' : name;
  return { name: received, ...(required && { required }), ...(reason && { reason }) };
}
