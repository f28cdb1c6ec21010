import { invalid, isAbsent, isObject, readList, readObject } from '#features/conversation';

/** Which fields an annotation has, by its type, and which of them are numbers. */
const FIELDS = {
  url_citation: new Set(['url', 'title', 'start_index', 'end_index']),
  file_citation: new Set(['file_id', 'filename', 'quote', 'page', 'start_index', 'end_index']),
};
const NUMBERS = new Set(['page', 'start_index', 'end_index']);

/** The annotations of an earlier reply, as they were sent (D-34). They are no part of a prompt: their form is all that counts. */
export function checkAnnotations(value: unknown, path: string): void {
  for (const [i, item] of readList(value, path).entries()) checkAnnotation(item, `${path}[${i}]`);
}

function checkAnnotation(item: unknown, path: string): void {
  const type = isObject(item) ? item['type'] : undefined;
  if (type !== 'url_citation' && type !== 'file_citation')
    throw invalid(`${path}.type`, `${path}.type must be url_citation or file_citation.`);
  const citation = readObject(
    readObject(item, path, new Set(['type', type]))[type],
    `${path}.${type}`,
    FIELDS[type],
  );
  for (const [name, value] of Object.entries(citation)) {
    const fits = NUMBERS.has(name) ? Number.isSafeInteger(value) : typeof value === 'string';
    if (!fits && !isAbsent(value))
      throw invalid(`${path}.${type}.${name}`, `${path}.${type}.${name} has the wrong type.`);
  }
}
