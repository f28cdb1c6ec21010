import type { MailKind, SpendLimit } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { FactorChange, MailFacts } from './mail-kinds.ts';
import { plainName, quoteName } from './quote-name.ts';

/** What a mail says, before it is laid out. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the link does; absent where there is none. */
  readonly action?: string;
}

export interface TextContext {
  /** The organization's name today; '' for mail about a person's account. */
  readonly organization: string;
  readonly expiresAtMs: number;
}

type Texts = { readonly [Kind in MailKind]: (facts: MailFacts[Kind], context: TextContext) => MailText };

const ROLE_NAMES = {
  primary_owner: 'Primary owner',
  owner: 'Owner',
  administrator: 'Administrator',
  developer: 'Developer',
  billing: 'Billing',
  member: 'Member',
} as const;

const UNEXPECTED = 'If you did not expect this, tell an owner of the organization.';

const NOT_YOU =
  'If it was not you, reset your password from the sign-in page, then check your passkeys and sign-ins under Profile in the Console.';

const FACTOR_CHANGES: Readonly<Record<FactorChange, string>> = {
  'account.reset': 'the operator reset how you sign in',
  'email.changed': 'the email address was changed',
  'password.changed': 'the password was changed',
  'password.reset': 'the password was reset',
  'passkey.added': 'a passkey was added',
  'passkey.removed': 'a passkey was removed',
  'authenticator.added': 'an authenticator app was set up',
  'authenticator.removed': 'the authenticator app was removed',
  'recovery_codes.renewed': 'the recovery codes were renewed',
  'recovery_code.used': 'a recovery code was used',
};

/** Every sentence that is mailed. */
const TEXTS: Texts = {
  invite: ({ role, invitedBy }, { organization, expiresAtMs }) => ({
    subject: `You are invited to ${plainName(organization)}`,
    paragraphs: [
      `${actor(invitedBy, 'Somebody')} invited you to the organization ${quoteName(organization)} as ${ROLE_NAMES[role]}.`,
      `The link works once and until ${at(expiresAtMs)}. If you do not know them, ignore this mail.`,
    ],
    action: 'Accept the invitation',
  }),
  password_reset: (_facts, { expiresAtMs }) => ({
    subject: 'Set a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for your account.',
      `The link works once and until ${at(expiresAtMs)}. If it was not you, ignore this mail: your password stays the same.`,
    ],
    action: 'Set a new password',
  }),
  new_sign_in: ({ atMs, ipAddress, userAgent }) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Somebody signed in to your account on ${at(atMs)}.`,
      placeOf(ipAddress, userAgent),
      'If it was not you, change your password and end the session under Profile in the Console.',
    ],
  }),
  factor_changed: ({ change, atMs, ipAddress, userAgent }) => ({
    subject: `Your account: ${FACTOR_CHANGES[change]}`,
    paragraphs: [
      `${capitalized(FACTOR_CHANGES[change])} on ${at(atMs)}.`,
      placeOf(ipAddress, userAgent),
      NOT_YOU,
    ],
  }),
  role_changed: ({ from, to, by }, { organization }) => ({
    subject: `Your role in ${plainName(organization)} was changed`,
    paragraphs: [
      `${actor(by)} changed your role in the organization ${quoteName(organization)} from ${ROLE_NAMES[from]} to ${ROLE_NAMES[to]}.`,
      UNEXPECTED,
    ],
  }),
  admin_key_created: (facts, { organization }) => ({
    subject: `An admin key was created in ${plainName(organization)}`,
    paragraphs: [
      `${actor(facts.by)} created the admin key ${quoteName(facts.name)} (${facts.keyId}) in the organization ${quoteName(organization)}.`,
      'An admin key can read and change everything the Admin API offers. If this was not intended, revoke it in the Console.',
    ],
  }),
  admin_key_revoked: (facts, { organization }) => ({
    subject: `An admin key was revoked in ${plainName(organization)}`,
    paragraphs: [
      `${actor(facts.by)} revoked the admin key ${quoteName(facts.name)} (${facts.keyId}) of the organization ${quoteName(organization)}.`,
      UNEXPECTED,
    ],
  }),
  spend_threshold: ({ percent, limit }, { organization }) => ({
    subject: `${percent} % of a spend limit of ${plainName(organization)} is reached`,
    paragraphs: [
      `Of ${spendScope(limit)} of the organization ${quoteName(organization)}, $${limit.limit_usd} a month, $${limit.spent_usd} is spent.`,
      percent >= 100
        ? 'Calls paid by credits are refused until the limit is raised or the month ends.'
        : `When all of it is spent, calls paid by credits are refused until ${limit.resets_at}.`,
    ],
  }),
  low_balance: ({ balanceUsd, triggerUsd }, { organization }) => ({
    subject: `The credits of ${plainName(organization)} are running low`,
    paragraphs: [
      `The organization ${quoteName(organization)} has $${balanceUsd} of credits left, below your alert threshold of $${triggerUsd}.`,
      'When nothing is left, calls paid by credits are refused. Credits are added under Billing in the Console.',
    ],
  }),
  webhook_disabled: ({ webhookId, url, workspace, sinceMs }, { organization }) => ({
    subject: `A webhook of ${plainName(organization)} was disabled`,
    paragraphs: [
      `Every delivery to the webhook ${webhookId} of ${workspace === null ? 'the organization' : `the workspace ${quoteName(workspace)} of the organization`} ${quoteName(organization)} has failed since ${at(sinceMs)}, so it was disabled. Its address is ${plainName(url)}.`,
      'Mend the receiver, then enable the webhook under Webhooks in the Console. Events that it missed stay in its delivery log for 30 days and can be sent again from there.',
    ],
  }),
  inference_hook_failing: ({ url, sinceMs, refuses }, { organization }) => ({
    subject: `The inference hook of ${plainName(organization)} gives no verdicts`,
    paragraphs: [
      `Every call of the inference hook of the organization ${quoteName(organization)} has failed since ${at(sinceMs)}. Its address is ${plainName(url)}.`,
      refuses
        ? 'Model calls that it is asked about are refused until it answers again.'
        : 'Model calls that it is asked about go on without a verdict.',
      'Mend the hook, then test it with POST /v1/organizations/inference_hook/test, or change it with the Admin API.',
    ],
  }),
  sso_certificate_ending: ({ connectionId, name, what, endsAtMs }, { organization }) => ({
    // D-SSO-22 has one subject for both.
    subject: `A certificate of single sign-on ends on ${toTimestamp(endsAtMs).slice(0, 10)}`,
    paragraphs: [
      `The ${what === 'certificate' ? 'certificate' : 'client secret'} of the single sign-on connection ${quoteName(name)} (${connectionId}) of the organization ${quoteName(organization)} ends on ${at(endsAtMs)}. From then on nobody may be able to sign in by it.`,
      what === 'certificate'
        ? 'Add the next certificate of the identity provider to the connection: two can be set at once.'
        : 'Make a new client secret at the identity provider and set it in the connection with its end: for 7 days the previous one is tried too.',
    ],
  }),
  sign_up: (_facts, { expiresAtMs }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Somebody, probably you, wants to create an organization with this email address.',
      `The link works once and until ${at(expiresAtMs)}. If it was not you, ignore this mail: nothing is created.`,
    ],
    action: 'Confirm your email address',
  }),
  sign_up_known: () => ({
    subject: 'You have an account already',
    paragraphs: [
      'Somebody, probably you, wanted to create an organization with this email address. It has an account already: sign in to the Console. If you forgot the password, reset it from the sign-in page.',
      'If it was not you, ignore this mail: nothing has changed.',
    ],
  }),
  sign_up_approved: ({ organization }, { expiresAtMs }) => ({
    subject: 'Your sign-up was approved',
    paragraphs: [
      `You can create the organization ${quoteName(organization)} now.`,
      `The link works once and until ${at(expiresAtMs)}.`,
    ],
    action: 'Choose a password',
  }),
  sign_up_refused: ({ organization, reason }) => ({
    subject: 'Your sign-up was refused',
    paragraphs: [
      `Your request for the organization ${quoteName(organization)} was refused.`,
      `Reason: ${reason}`,
    ],
  }),
};

export function mailText<Kind extends MailKind>(
  kind: Kind,
  facts: MailFacts[Kind],
  context: TextContext,
): MailText {
  return TEXTS[kind](facts, context);
}

function actor(email: string | null, unknown = 'The operator of the service'): string {
  return email === null ? unknown : plainName(email);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function placeOf(ipAddress: string | null, userAgent: string | null): string {
  return `Address: ${ipAddress === null ? 'unknown' : plainName(ipAddress)}. Browser: ${userAgent === null ? 'unknown' : quoteName(userAgent)}.`;
}

function at(ms: number): string {
  return toTimestamp(ms).replace('T', ' ').replace('Z', ' UTC');
}

function spendScope({ scope }: SpendLimit): string {
  switch (scope.type) {
    case 'organization':
      return 'the spend limit';
    case 'workspace':
      return `the spend limit for the workspace ${scope.workspace_id}`;
    case 'member':
      return `the spend limit for the member ${scope.user_id}`;
    case 'group':
      return `the spend limit for the group ${scope.group_id}`;
  }
}
