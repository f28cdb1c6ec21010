import { EngineFault } from '../../events.ts';
import type { HttpUpstream } from '../http/http-upstream.ts';
import { callWhole } from '../http/whole-call.ts';

const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const MAX_PAGES = 50;

export type Page = Readonly<Record<string, unknown>>;

/** What reads the list of one engine. */
export interface ListReader {
  readonly upstream: HttpUpstream;
  readonly signal: AbortSignal;
}

/** A JSON object at the path below the engine's address. Rejects with an `EngineFault`. */
export async function readPage({ upstream, signal }: ListReader, operation: string): Promise<Page> {
  const bytes = await callWhole(
    upstream,
    { path: upstream.pathOf(operation), limitBytes: MAX_PAGE_BYTES },
    signal,
  );
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null) throw new EngineFault('broken');
  return value as Page;
}

/** All pages of a list. `next`: the path of the page after this one, if there is one. */
export async function readPages(
  reader: ListReader,
  first: string,
  next: (page: Page) => string | undefined,
): Promise<Page[]> {
  const pages: Page[] = [];
  let path: string | undefined = first;
  while (path !== undefined) {
    // A list that never ends is none.
    if (pages.length === MAX_PAGES) throw new EngineFault('broken');
    const page = await readPage(reader, path);
    pages.push(page);
    path = next(page);
  }
  return pages;
}

/** The objects in a member that is a list. A page without the list is a broken answer, an empty list is none. */
export function entriesOf(page: Page, member: string): Page[] {
  const entries = page[member];
  if (!Array.isArray(entries)) throw new EngineFault('broken');
  return entries.filter((entry): entry is Page => typeof entry === 'object' && entry !== null);
}

/** A text that is not empty. */
export function textIn(entry: Page, member: string): string | undefined {
  const value = entry[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new EngineFault('broken');
  }
}
