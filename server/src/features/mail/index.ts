/** Mail (D-CONS-8): written with what it tells of, sent by the operator's server, or kept in an outbox for the owners. */
export { enqueueForOwners, enqueueLinkMail, enqueueMail, type LinkNotice, type MailAddress, type Notice } from './enqueue-mail.ts';
export { listMail, type Outbox } from './list-mail.ts';
export { connectMailServer, senderAt, type SendMail } from './mail-server.ts';
export { Postman } from './postman.ts';
export { dropMails } from './store/mails.ts';
