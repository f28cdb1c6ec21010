import { DOCUMENT_CHARACTERS_LIMIT } from '../content-part.ts';
import { DocumentFault } from './document-fault.ts';
import { pageText } from './page-text.ts';
import type { PageReading, ReadRequest } from './reader-protocol.ts';

/** A page declares its encoding within this many bytes, if at all (HTML standard). */
const ENCODING_WITHIN_BYTES = 1024;
const NAMED_ENCODING = /<meta[^>]+charset\s*=\s*["']?([\w:-]+)/i;
const ELEMENTS_LIMIT = 200_000;
const TITLE_CHARACTERS_LIMIT = 500;
/**
 * An article with less than this share of the page's text is considered a misdetection: list and front pages
 * have no article.
 */
const ARTICLE_SHARE = 0.1;

function decode(bytes: Uint8Array, declared: string | undefined): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, ENCODING_WITHIN_BYTES));
  for (const label of [declared, NAMED_ENCODING.exec(start)?.[1], 'utf-8']) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(bomEncoding(bytes) ?? label).decode(bytes);
    } catch {
      // Not a known encoding.
    }
  }
  throw new DocumentFault('unreadable');
}

function bomEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

async function articleOf(document: Document): Promise<string> {
  const { Readability } = await import('@mozilla/readability');
  try {
    const reader = new Readability<Node>(document, {
      maxElemsToParse: ELEMENTS_LIMIT,
      serializer: (node) => node,
      disableJSONLD: true,
    });
    const content = reader.parse()?.content;
    return content ? pageText(content) : '';
  } catch {
    // The library was made for pages in a browser and fails on some of ours.
    return '';
  }
}

/**
 * Extracts a web page's text, in the reading process. Runs no scripts and fetches nothing. Throws
 * DocumentFault.
 */
export async function parsePage({
  bytes,
  encoding,
}: Extract<ReadRequest, { shape: 'html' }>): Promise<PageReading> {
  const { parseHTML } = await import('linkedom');
  const source = decode(bytes, encoding);
  // HTML allows omitting the element, but this parser needs it to build a page.
  const { document } = parseHTML(
    /<html[\s>]/i.test(source) ? source : `<html>${source}</html>`,
  ) as unknown as { document: Document };
  const title =
    document
      .querySelector('title')
      ?.textContent?.replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, TITLE_CHARACTERS_LIMIT) ?? '';
  const whole = pageText(document.documentElement);
  const article = await articleOf(document);
  const text = article.length > 0 && article.length >= whole.length * ARTICLE_SHARE ? article : whole;
  if (text.length > DOCUMENT_CHARACTERS_LIMIT) throw new DocumentFault('too_large');
  if (text === '') throw new DocumentFault('unreadable');
  return { title: title === '' ? null : title.toWellFormed(), text };
}
