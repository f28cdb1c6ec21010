import type { SsoConnection } from '@svc/contract';
import { counted } from '../../strings/counted.ts';
import { singleSignOnStrings } from '../../strings/single-sign-on.ts';
import { Notice } from '../../ui/notice.tsx';

const { facts: words } = singleSignOnStrings;
const DAY_MS = 86_400_000;
/** Owners get a mail as early (D-SSO-22). */
const NOTICE_DAYS = 30;

/** What ends soon, or has ended: people are locked out by it. */
export function EndNotices({ connection: { oidc, saml } }: { readonly connection: SsoConnection }) {
  const secretEnd = oidc?.client_secret_expires_at ?? undefined;
  const ends = [
    ...(secretEnd === undefined ? [] : [{ what: words.secret, at: secretEnd }]),
    ...(saml?.certificates ?? []).map(({ not_after: at }) => ({ what: words.certificate, at })),
  ];
  return ends.map(({ what, at }) => <EndNotice key={what + at} what={what} at={at} />);
}

function leftMsUntil(at: string): number {
  return Date.parse(at) - Date.now();
}

function EndNotice({ what, at }: { readonly what: string; readonly at: string }) {
  const leftMs = leftMsUntil(at);
  const days = Math.floor(leftMs / DAY_MS);
  if (days > NOTICE_DAYS) return null;
  return leftMs <= 0 ? (
    <Notice tone="danger">{words.ended(what)}</Notice>
  ) : (
    <Notice tone="warn">{words.ends(what, counted(days, 'day'))}</Notice>
  );
}
