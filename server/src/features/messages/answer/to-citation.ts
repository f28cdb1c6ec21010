import type { Citation as WireCitation } from '@svc/contract';
import type { Citation } from '#engine';

/** A citation in the contract's form (D-42). */
export function toCitation(citation: Citation): WireCitation {
  const { citedText: cited_text } = citation;
  if (citation.type === 'web')
    return { type: 'web_location', cited_text, url: citation.url, title: citation.title };
  const {
    documentIndex: document_index,
    documentTitle: document_title,
    fileId: file_id,
    start,
    end,
  } = citation;
  const document = { cited_text, document_index, document_title, file_id };
  return citation.type === 'chars'
    ? { type: 'char_location', ...document, start_char_index: start, end_char_index: end }
    : { type: 'page_location', ...document, start_page_number: start, end_page_number: end };
}
