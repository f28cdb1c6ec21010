import type { Resource } from './resources/resource.ts';
import { ORGANIZATION } from './resources/organization.ts';
import { API_KEY } from './resources/api-key.ts';
import { ADMIN_KEY } from './resources/admin-key.ts';
import { DIRECTORY_GROUP } from './resources/directory-group.ts';
import { DIRECTORY_TOKEN } from './resources/directory-token.ts';
import { USER } from './resources/user.ts';
import { INVITE } from './resources/invite.ts';
import { GROUP } from './resources/group.ts';
import { WORKSPACE } from './resources/workspace.ts';
import { SPEND_LIMIT } from './resources/spend-limit.ts';
import { PAYMENT } from './resources/payment.ts';
import { CREDIT_GRANT } from './resources/credit-grant.ts';
import { SESSION } from './resources/session.ts';
import { PASSKEY } from './resources/passkey.ts';
import { AUDIT_EVENT } from './resources/audit-event.ts';
import { REQUEST_RECORD } from './resources/request-record.ts';
import { WEBHOOK } from './resources/webhook.ts';
import { INFERENCE_HOOK } from './resources/inference-hook.ts';
import { TUNNEL } from './resources/tunnel.ts';
import { TUNNEL_CERTIFICATE } from './resources/tunnel-certificate.ts';
import { BATCH } from './resources/batch.ts';
import { FILE } from './resources/file.ts';
import { PROMPT_TEMPLATE } from './resources/prompt-template.ts';
import { PROMPT_TOOL } from './resources/prompt-tool.ts';
import { PLUGIN } from './resources/plugin.ts';
import { MARKETPLACE } from './resources/marketplace.ts';
import { SIGN_UP } from './resources/sign-up.ts';
import { OPERATOR_KEY } from './resources/operator-key.ts';
import { JOB } from './resources/job.ts';
import { MAIL } from './resources/mail.ts';
import { DOMAIN } from './resources/domain.ts';
import { SSO_CONNECTION } from './resources/sso-connection.ts';

export const RESOURCES = [
  ORGANIZATION,
  API_KEY,
  ADMIN_KEY,
  DIRECTORY_TOKEN,
  DIRECTORY_GROUP,
  USER,
  INVITE,
  GROUP,
  WORKSPACE,
  SPEND_LIMIT,
  PAYMENT,
  CREDIT_GRANT,
  SESSION,
  PASSKEY,
  AUDIT_EVENT,
  REQUEST_RECORD,
  WEBHOOK,
  INFERENCE_HOOK,
  TUNNEL,
  TUNNEL_CERTIFICATE,
  BATCH,
  FILE,
  PROMPT_TEMPLATE,
  PROMPT_TOOL,
  PLUGIN,
  MARKETPLACE,
  SIGN_UP,
  OPERATOR_KEY,
  JOB,
  MAIL,
  DOMAIN,
  SSO_CONNECTION,
] as const;

type Row = (typeof RESOURCES)[number];
type Part = 'ids' | 'errors' | 'permissions' | 'limits' | 'events' | 'pathParameters';
type OfPart<P extends Part> = Extract<Row, Readonly<Record<P, unknown>>>[P];
type NameIn<Rows> = Rows extends unknown ? keyof Rows : never;
type RowNamed<Rows, Name extends PropertyKey> = Extract<Rows, Readonly<Record<Name, unknown>>>[Name];

/** The rows of one part of every resource, by their exact names. */
export type ResourceRows<P extends Part> = {
  readonly [Name in NameIn<OfPart<P>>]: RowNamed<OfPart<P>, Name>;
};

export function resourceRows<P extends Part>(part: P): ResourceRows<P> {
  return Object.assign({}, ...RESOURCES.map((resource: Resource) => resource[part])) as ResourceRows<P>;
}

/** What an event of the audit log may be about. */
export type AuditResource = Extract<Row, { readonly kind: string }>['type'];

type AuditOf<R> = R extends { readonly audit: infer Groups } ? NameIn<Groups[keyof Groups]> : never;

/** Names of platform contract §6.3 and D-ADM-7 that something writes today. */
export type AuditEventName = AuditOf<Row>;
