import { documentAsText, type ToDocument } from '../anthropic/wire-blocks.ts';
import type { WireMessage } from '../anthropic/wire-messages.ts';
import type { ModelTraits } from './model-family.ts';

/** A request takes no more documents, and none of more than 4.5 MB. */
const MAX_DOCUMENTS = 5;
/** Less than that: encoding a document holds up all other calls. */
const MAX_DOCUMENT_CHARACTERS = 1_000_000;

/** Documents as blocks of their own as long as the request may have any, then as text. The first ones, so that rounds agree. */
export function documentsOf({ takesDocuments }: ModelTraits): ToDocument {
  let left = takesDocuments ? MAX_DOCUMENTS : 0;
  return (document) => {
    const { title, text } = document;
    if (left === 0 || text.trim() === '' || text.length > MAX_DOCUMENT_CHARACTERS)
      return documentAsText(document);
    left--;
    return { type: 'document', title, text };
  };
}

/** A message with documents must have a text. */
export function withText({ role, content }: WireMessage): WireMessage {
  const needsText =
    content.some(({ type }) => type === 'document') && !content.some(({ type }) => type === 'text');
  return needsText
    ? { role, content: [...content, { type: 'text', text: 'Read the document.' }] }
    : { role, content };
}
