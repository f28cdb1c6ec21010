import type { MailKind, OrganizationRole, SpendLimit } from '@svc/contract';

/** The facts of each kind of mail (D-CONS-8). Times are epoch milliseconds, amounts decimals in US dollars. */
export interface MailFacts extends Readonly<Record<MailKind, object>> {
  readonly invite: { readonly role: OrganizationRole; readonly invitedBy: string | null };
  readonly password_reset: Record<string, never>;
  readonly new_sign_in: {
    readonly atMs: number;
    readonly ipAddress: string | null;
    readonly userAgent: string | null;
  };
  readonly factor_changed: {
    readonly change: FactorChange;
    readonly atMs: number;
    readonly ipAddress: string | null;
    readonly userAgent: string | null;
  };
  readonly role_changed: {
    readonly from: OrganizationRole;
    readonly to: OrganizationRole;
    readonly by: string | null;
  };
  readonly admin_key_created: AdminKeyFacts;
  readonly admin_key_revoked: AdminKeyFacts;
  readonly spend_threshold: { readonly percent: number; readonly limit: SpendLimit };
  readonly low_balance: { readonly balanceUsd: string; readonly triggerUsd: string };
  readonly webhook_disabled: {
    readonly webhookId: string;
    readonly url: string;
    /** Name of the workspace; null: a webhook of the organization. */
    readonly workspace: string | null;
    readonly sinceMs: number;
  };
  readonly inference_hook_failing: {
    readonly url: string;
    readonly sinceMs: number;
    readonly refuses: boolean;
  };
  readonly sso_certificate_ending: {
    readonly connectionId: string;
    readonly name: string;
    readonly what: 'certificate' | 'client_secret';
    readonly endsAtMs: number;
  };
  /** To an unverified address: nothing that a stranger typed is in it. */
  readonly sign_up: Record<string, never>;
  readonly sign_up_known: Record<string, never>;
  readonly sign_up_approved: { readonly organization: string };
  readonly sign_up_refused: { readonly organization: string; readonly reason: string };
}

/** A change of what proves who a person is. */
export type FactorChange =
  | 'account.reset'
  | 'email.changed'
  | 'password.changed'
  | 'password.reset'
  | 'passkey.added'
  | 'passkey.removed'
  | 'authenticator.added'
  | 'authenticator.removed'
  | 'recovery_codes.renewed'
  | 'recovery_code.used';

interface AdminKeyFacts {
  readonly keyId: string;
  readonly name: string;
  /** Email of who did it; null: the operator of the service. */
  readonly by: string | null;
}

/** The page of the Console that the link of a mail opens. What follows the `#` is the token: it reaches no server and no log. */
export const LINK_PAGES = {
  invite: '/console/invite',
  password_reset: '/console/reset-password',
  sign_up: '/console/sign-up/link',
  sign_up_approved: '/console/sign-up/link',
} as const;

export type LinkKind = keyof typeof LINK_PAGES;
export type NoticeKind = Exclude<MailKind, LinkKind>;

/** Kinds whose recipient another person chooses: their rate is limited, so that nobody is flooded. */
export const PACED_KINDS: readonly MailKind[] = [
  'invite',
  'password_reset',
  'new_sign_in',
  'role_changed',
  'sign_up',
  'sign_up_known',
];

export function isLinkKind(kind: MailKind): kind is LinkKind {
  return kind in LINK_PAGES;
}
