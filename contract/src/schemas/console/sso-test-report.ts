import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { timestamp } from '../administration/fields.ts';
import { SSO_PROTOCOLS, ssoConnectionUpdate } from '../administration/sso-connection.ts';
import { organizationRole } from '../administration/user.ts';
import { workspaceRole } from '../administration/workspace-member.ts';

/** Why a sign-in through a provider fails, for owners (D-SSO-13). People see a short code only. */
export const SSO_FAILURE_REASONS = [
  'state',
  'nonce',
  'issuer',
  'audience',
  'expired',
  'algorithm',
  'signature',
  'claims',
  'email_unverified',
  'domain',
  'not_a_member',
  'provider_error',
  'provider_unavailable',
  'assertion',
  'recipient',
  'in_response_to',
  'replayed',
  'unsolicited',
] as const;
const ssoFailureReason = z.enum(SSO_FAILURE_REASONS);
export type SsoFailureReason = z.infer<typeof ssoFailureReason>;

/** Where a role comes from: `owner` and `kept` are roles that a sign-in does not change. */
export const SSO_ROLE_SOURCES = ['owner', 'kept', 'group', 'default', 'directory'] as const;
export type SsoRoleSource = (typeof SSO_ROLE_SOURCES)[number];

const grant = z.object({ workspace_id: z.string(), role: workspaceRole });

/** What a sign-in of the person would lead to. */
const outcome = z.object({
  status: z.enum(['member', 'new', 'refused']),
  reason: ssoFailureReason.nullable().describe('Null unless refused.'),
  user_id: z.string().nullable(),
  role: organizationRole.nullable(),
  role_before: organizationRole.nullable(),
  role_source: z.enum(SSO_ROLE_SOURCES).nullable(),
  workspaces: z.array(grant),
});
export type SsoOutcome = z.infer<typeof outcome>;

/** The last test of a connection: what arrived, which check failed, and who it would have signed in. */
export const SsoTestReport = z
  .object({
    type: z.literal('sso_test_report'),
    connection_id: z.string(),
    protocol: z.enum(SSO_PROTOCOLS),
    at: timestamp,
    is_current: z.boolean().describe('False: the connection was changed since.'),
    result: z.enum(['passed', 'failed']),
    reason: ssoFailureReason.nullable(),
    expected: z.string().nullable(),
    received: z.string().nullable(),
    provider_error: z
      .object({ code: z.string().nullable(), description: z.string().nullable() })
      .nullable()
      .describe('What the provider said of its refusal.'),
    attributes: z
      .array(z.object({ name: z.string(), values: z.array(z.string()) }))
      .describe('Claims of the ID token, or attributes of the assertion. Not verified where a check failed.'),
    attributes_cut: z.boolean().describe('Some were left out, or shortened.'),
    person: z
      .object({
        subject: z.string(),
        email: z.string(),
        name: z.string().nullable(),
        groups: z.array(z.string()),
      })
      .nullable(),
    outcome: outcome.nullable().describe('With the settings of now. Null where no person was recognized.'),
  })
  .meta({ id: 'SsoTestReport' });
export type SsoTestReport = z.infer<typeof SsoTestReport>;

export const SsoLastTest = z
  .object({ type: z.literal('sso_last_test'), report: SsoTestReport.nullable() })
  .meta({ id: 'SsoLastTest' });
export type SsoLastTest = z.infer<typeof SsoLastTest>;

/** Settings to try. What is left out is as it is set. */
export const ssoRolePreview = (limits: LimitValues) =>
  ssoConnectionUpdate(limits).pick({ provisioning: true, default_role: true, group_roles: true });
export type SsoRolePreviewSettings = z.output<ReturnType<typeof ssoRolePreview>>;

/** Who would get which role, before anything is saved. */
export const SsoRolePreview = z
  .object({
    type: z.literal('sso_role_preview'),
    tester: z
      .object({ email: z.string(), groups: z.array(z.string()), outcome })
      .nullable()
      .describe('The person of the last test.'),
    members: z
      .array(
        z.object({
          user_id: z.string(),
          email: z.string(),
          name: z.string(),
          groups: z
            .array(z.string())
            .nullable()
            .describe('Of the last sign-in by this connection. Null: none was recorded, so none is counted.'),
          outcome,
        }),
      )
      .describe('Members with an email in the domains of the connection, those whose role changes first.'),
    member_count: z.int(),
    changed_count: z.int(),
  })
  .meta({ id: 'SsoRolePreview' });
export type SsoRolePreview = z.infer<typeof SsoRolePreview>;
