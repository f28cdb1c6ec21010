import { LINK_PAGES, type LinkKind } from './mail-kinds.ts';
import type { MailText } from './mail-texts.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The address a mail points to. The token comes after the `#`, so that no server, log or Referer gets it. */
export function linkAddress(baseUrl: string, kind: LinkKind, token: string): string {
  return `${baseUrl}${LINK_PAGES[kind]}#${token}`;
}

/** Plain text and the same as HTML: no image, no style, nothing that is loaded from anywhere. */
export function renderMail(
  { subject, paragraphs, action }: MailText,
  link: string | null,
  baseUrl: string,
): RenderedMail {
  const footer = `Sent by the service at ${baseUrl}.`;
  const called = link === null || action === undefined ? [] : [{ action, link }];
  return {
    subject,
    text: [...paragraphs, ...called.map((call) => `${call.action}: ${call.link}`), footer]
      .map((part) => `${part}\n`)
      .join('\n'),
    html: [
      '<!doctype html><html lang="en"><body>',
      ...paragraphs.map((part) => `<p>${escape(part)}</p>`),
      ...called.map(
        (call) => `<p><a href="${escape(call.link)}">${escape(call.action)}</a><br>${escape(call.link)}</p>`,
      ),
      `<p>${escape(footer)}</p></body></html>`,
    ].join('\n'),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
