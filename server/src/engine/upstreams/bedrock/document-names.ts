const MAX_NAME_CHARACTERS = 200;
const UNTITLED = 'Document';

/** Names for the documents of one request, as Converse takes them (D-ENG-20): few characters, and each name once. */
export class DocumentNames {
  readonly #taken = new Set<string>();

  /** The same for the same documents before it, so that a cache finds the prompt again. */
  next(title: string | undefined): string {
    const name = toName(title ?? '') || UNTITLED;
    let unique = name;
    for (let copy = 2; this.#taken.has(unique.toLowerCase()); copy++) {
      const suffix = ` (${copy})`;
      unique = name.slice(0, MAX_NAME_CHARACTERS - suffix.length).trimEnd() + suffix;
    }
    this.#taken.add(unique.toLowerCase());
    return unique;
  }
}

/** Letters lose their accents; dots and underscores, which stand in file names, separate words. */
function toName(title: string): string {
  return title
    .slice(0, 4 * MAX_NAME_CHARACTERS)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9\-()[\]]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .trimEnd();
}
