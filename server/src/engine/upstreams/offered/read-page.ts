import { EngineFault } from '../../events.ts';
import type { HttpUpstream } from '../http/http-upstream.ts';
import { callWhole } from '../http/whole-call.ts';

/** Of a list, whether it has pages or not. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_PAGES = 50;
/** As a route takes it. */
const MAX_NAME_CHARACTERS = 256;
/** Line ends, terminal escapes, and what turns the text around it: no model is called so, and people look at names. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

export type Page = Readonly<Record<string, unknown>>;

/** What reads the list of one engine. */
export interface ListReader {
  readonly upstream: HttpUpstream;
  readonly signal: AbortSignal;
}

/** A JSON object at the path below the engine's address. Rejects with an `EngineFault`. */
export async function readPage(reader: ListReader, operation: string): Promise<Page> {
  return parse(await readBytes(reader, operation, MAX_LIST_BYTES));
}

/** All pages of a list. `next`: the path of the page after this one, if there is one. */
export async function readPages(
  reader: ListReader,
  first: string,
  next: (page: Page) => string | undefined,
): Promise<Page[]> {
  const pages: Page[] = [];
  let leftBytes = MAX_LIST_BYTES;
  let path: string | undefined = first;
  while (path !== undefined) {
    // A list that never ends is none.
    if (pages.length === MAX_PAGES) throw new EngineFault('broken');
    const bytes = await readBytes(reader, path, leftBytes);
    leftBytes -= bytes.length;
    const page = parse(bytes);
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

/**
 * The name of a model. Undefined for what is none, such as `${NAME}`: in the configuration it would be the value of a variable, and a secret
 * would become a model's id.
 */
export function nameIn(entry: Page, member: string): string | undefined {
  const name = textIn(entry, member) ?? '';
  const isName = name.length <= MAX_NAME_CHARACTERS && !UNPRINTABLE.test(name) && !name.includes('${');
  return isName && name !== '' ? name : undefined;
}

function readBytes({ upstream, signal }: ListReader, operation: string, limitBytes: number) {
  return callWhole(upstream, { path: upstream.pathOf(operation), limitBytes }, signal);
}

function parse(bytes: Buffer): Page {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new EngineFault('broken');
  }
  if (typeof value !== 'object' || value === null) throw new EngineFault('broken');
  return value as Page;
}
