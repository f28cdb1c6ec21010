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
