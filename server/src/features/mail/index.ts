/** Mail (D-CONS-8): written with the change it reports, sent by the operator's server, or kept in an outbox for the owners. */
export {
  enqueueForOwners,
  enqueueLinkMail,
  enqueueMail,
  type LinkNotice,
  type MailAddress,
  type Notice,
} from './enqueue-mail.ts';
export type { FactorChange } from './mail-kinds.ts';
export { LinkSeal } from './link-seal.ts';
export { type Outbox } from './list-mails.ts';
export { type SendMail } from './mail-server.ts';
export { readLinkToken, type LinkToken } from './mailed-token.ts';
export { mailModule } from './mail-module.ts';
export { retryMail } from './retry-mail.ts';
export { countQueuedMails, findFailingMails, type FailingMailRow } from './store/failing-mails.ts';
export { openOutbox } from './open-outbox.ts';
