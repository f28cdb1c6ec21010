import { invalid, isAbsent, isObject, readList, readObject, type Fields } from './fields.ts';

const DOCUMENT = ['type', 'cited_text', 'document_index', 'document_title', 'file_id'];
const SHAPES = {
  char_location: {
    known: new Set([...DOCUMENT, 'start_char_index', 'end_char_index']),
    from: 'start_char_index',
    to: 'end_char_index',
  },
  page_location: {
    known: new Set([...DOCUMENT, 'start_page_number', 'end_page_number']),
    from: 'start_page_number',
    to: 'end_page_number',
  },
  web_location: { known: new Set(['type', 'cited_text', 'url', 'title']) },
} as const;

/** The citations of an earlier reply, as they were sent (D-42). They are no part of a prompt: their form is all that counts. */
export function checkCitations(value: unknown, path: string): void {
  for (const [i, item] of readList(value, path).entries()) checkCitation(item, `${path}[${i}]`);
}

function checkCitation(value: unknown, path: string): void {
  const type = isObject(value) ? value['type'] : undefined;
  if (type !== 'char_location' && type !== 'page_location' && type !== 'web_location')
    throw invalid(`${path}.type`, `${path}.type must be char_location, page_location or web_location.`);
  const form = SHAPES[type];
  const citation = readObject(value, path, form.known);
  readString(citation, 'cited_text', path);
  if ('from' in form) {
    for (const name of ['document_index', form.from, form.to]) readCount(citation, name, path);
    for (const name of ['document_title', 'file_id'])
      if (!isAbsent(citation[name])) readString(citation, name, path);
  } else {
    readString(citation, 'url', path);
    if (!isAbsent(citation['title'])) readString(citation, 'title', path);
  }
}

function readString(citation: Fields, name: string, path: string): void {
  if (typeof citation[name] !== 'string')
    throw invalid(`${path}.${name}`, `${path}.${name} must be a string.`);
}

function readCount(citation: Fields, name: string, path: string): void {
  const value = citation[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalid(`${path}.${name}`, `${path}.${name} must be a whole number of at least 0.`);
}
