import { isObject, type Fields } from '#features/conversation';

/** An image block without the fields that ours does not have. */
export function knownImage({ type, source }: Fields): Fields {
  return { type, source: knownSource(source) };
}

/** The same of the source of an image or document. */
export function knownSource(source: unknown): unknown {
  if (!isObject(source)) return source;
  const { type, media_type, data, url, file_id } = source;
  if (type === 'base64') return { type, media_type, data };
  if (type === 'url') return { type, url };
  return type === 'file' ? { type, file_id } : { type };
}
