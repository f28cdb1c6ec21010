import type { MailFailure } from '@svc/contract';

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/**
 * The class of an error of nodemailer. `refused` is for good: the server does not want this recipient or this mail. Everything
 * else is tried again; also a 5xx to anything before the recipient, which concerns the service and is fixed by the operator.
 */
export function sendFailure(error: unknown): MailFailure {
  const { code, command, responseCode = 0 } = error as SmtpError;
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'authentication';
  if (code === 'ETLS') return 'tls';
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'timeout';
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (responseCode === 0) return 'unreachable';
  const aboutMail = command === 'RCPT TO' || command === 'DATA';
  return aboutMail && responseCode >= 500 && responseCode !== 503 ? 'refused' : 'deferred';
}
