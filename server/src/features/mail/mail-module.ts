import type { LimitValues } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { ConsoleHandlers, Module } from '#features/module';
import type { JobHandler } from '#jobs';
import { DAY_MS, type Clock, type Log, type Secret } from '#kit';
import type { Store } from '#store';
import { listMails, type Outbox } from './list-mails.ts';
import { mailSpendEvents } from './mail-spend-events.ts';
import { connectMailServer, senderAt } from './mail-server.ts';
import { SEALED_MAILS } from './sealed-mails.ts';
import { sendMail } from './send-mail.ts';
import { dropMails } from './store/mails.ts';

export interface MailModuleDeps {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  readonly limits: () => LimitValues;
  readonly outbox: Outbox;
  readonly baseUrl: string;
  /** The mail server; absent: mail stays in the outbox. */
  readonly smtpUrl: Secret | undefined;
}

export function mailModule(deps: MailModuleDeps) {
  const { db, limits, outbox } = deps;
  return {
    console: {
      listMails: (scope, { query }) => listMails(scope, query, outbox),
    } satisfies Partial<ConsoleHandlers>,
    sealed: [SEALED_MAILS],
    retention: { mails: (nowMs) => dropMails(db, nowMs - limits().mail_days * DAY_MS) },
    jobHandlers: jobHandlers(deps),
    consumers: [mailSpendEvents],
  } satisfies Module;
}

/** Mail without a mail server waits for one. */
function jobHandlers({ smtpUrl, deployment, baseUrl, ...parts }: MailModuleDeps): JobHandler[] {
  if (!smtpUrl) return [];
  return [
    sendMail({
      ...parts,
      send: connectMailServer(smtpUrl, () => deployment().mail.from ?? senderAt(baseUrl)),
    }),
  ];
}
