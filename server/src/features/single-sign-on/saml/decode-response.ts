import { SignOnFailure } from '../provider/sign-on-failure.ts';

/** Of the XML. */
export const MAX_RESPONSE_BYTES = 262_144;
/** Those of a person with some thousand groups. */
const MAX_TAGS = 5000;
/** Of one element: parsers compare each with all others. */
const MAX_ATTRIBUTES = 64;

const WHITE_SPACE = /[\t\n\r ]+/g;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DECLARATION =
  /^<\?xml\s+version=["']1\.0["'](\s+encoding=["']utf-8["'])?(\s+standalone=["'](yes|no)["'])?\s*\?>/i;
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The XML of a response, from the form field that brings it. `<` begins nothing but tags in well-formed XML, so document types, entities,
 * comments, CDATA sections and processing instructions are found before any parser reads them (SSO-06). Throws SignOnFailure with the reason
 * `assertion`.
 */
export function decodeResponse(field: string): string {
  if (field.length > MAX_RESPONSE_BYTES * 2) throw new SignOnFailure('assertion');
  const base64 = field.replaceAll(WHITE_SPACE, '');
  if (!BASE64.test(base64)) throw new SignOnFailure('assertion');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_RESPONSE_BYTES) throw new SignOnFailure('assertion');
  // Line ends as parsers read them, so that all of them read the same.
  const xml = textOf(bytes).replace(DECLARATION, '').replaceAll(/\r\n?/g, '\n').trim();
  if (/<[!?]/.test(xml) || NO_CHARACTER.test(xml) || isTooLarge(xml)) throw new SignOnFailure('assertion');
  return xml;
}

function isTooLarge(xml: string): boolean {
  const tags = xml.split('<');
  return tags.length > MAX_TAGS || tags.some((tag) => tag.split(/=\s*["']/).length > MAX_ATTRIBUTES);
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new SignOnFailure('assertion');
  }
}
