import type { LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import { enqueueForOwners } from '#features/mail';
import type { PeriodicJob } from '#jobs';
import { DAY_MS, HOUR_MS, type Clock } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { findEndingConnections, insertEndNotice } from '../store/end-notices.ts';

export interface MailEndsDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

type EndingConnection = Awaited<ReturnType<typeof findEndingConnections>>[number];

interface End {
  readonly what: 'certificate' | 'client_secret';
  /** The certificate's fingerprint: two can be set. */
  readonly subject: string;
  readonly endsAtMs: number;
}

/** Mails owners once before a certificate or client secret of an active connection ends (SSO-19, D-SSO-22), over nodes and restarts. */
export function mailEnds({ db, clock, limits }: MailEndsDeps): PeriodicJob {
  return {
    name: 'single_sign_on.mail_ends',
    everyMs: HOUR_MS,
    async run() {
      const nowMs = clock.nowMs();
      const untilMs = nowMs + limits().sso_certificate_notice_days * DAY_MS;
      for (const connection of await findEndingConnections(db))
        for (const end of endsOf(connection))
          if (end.endsAtMs > nowMs && end.endsAtMs <= untilMs) await mailEnd(db, connection, end, nowMs);
    },
  };
}

function endsOf({ oidc, saml }: EndingConnection): End[] {
  const secretEndsAtMs = oidc?.client_secret_expires_at_ms ?? null;
  const certificates = saml?.certificates ?? [];
  return [
    ...(secretEndsAtMs === null
      ? []
      : [{ what: 'client_secret' as const, subject: 'client_secret', endsAtMs: secretEndsAtMs }]),
    ...certificates.map(({ fingerprint: subject, not_after_ms: endsAtMs }) => ({
      what: 'certificate' as const,
      subject,
      endsAtMs,
    })),
  ];
}

function mailEnd(
  db: Kysely<Tables>,
  { id: connectionId, organization_id: organizationId, name }: EndingConnection,
  { what, subject, endsAtMs }: End,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await insertEndNotice(trx, { connectionId, subject, endsAtMs }))) return;
    const scope = new OrganizationScope(trx, organizationId);
    const data = { connectionId, name, what, endsAtMs };
    await enqueueForOwners(scope, { kind: 'sso_certificate_ending', data }, nowMs);
  });
}
