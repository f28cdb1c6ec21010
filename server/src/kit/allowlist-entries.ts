import { ApiError } from '@svc/contract';

export type NormalizedEntries = { readonly entries: string[] } | { readonly badIndex: number };

/** A whole list as it is stored, duplicates merged; or the place of the first entry that is unreadable or beyond `limit`. */
export function normalizeEntries(
  texts: readonly string[],
  limit: number,
  normalize: (text: string) => string | undefined,
): NormalizedEntries {
  const entries = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const entry = index < limit ? normalize(text) : undefined;
    if (entry === undefined) return { badIndex: index };
    entries.add(entry);
  }
  return { entries: [...entries] };
}

/** `normalizeEntries` of a list a caller sent, or 400 `invalid_parameter` with the place of the entry. Undefined stays undefined: not sent. */
export function acceptEntries(
  texts: readonly string[] | undefined,
  param: string,
  normalize: (text: string) => string | undefined,
) {
  if (texts === undefined) return undefined;
  const verdict = normalizeEntries(texts, texts.length, normalize);
  if ('entries' in verdict) return verdict.entries;
  const path = `${param}[${verdict.badIndex}]`;
  throw new ApiError('invalid_parameter', {
    param: path,
    message: `${path} is not a valid entry of ${param}.`,
  });
}
