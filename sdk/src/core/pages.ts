import type { Query } from './call.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

type Item<P extends Page> = P['data'][number];

/** The first page as a promise; with `for await` every item of it and of all pages after it, fetched as they are needed. */
export type Pages<P extends Page> = Promise<P> & AsyncIterable<Item<P>>;

function pages<P extends Page>(
  query: Query,
  fetchPage: (query: Query) => Promise<P>,
  /** What the query of the page after this one says more than the first one's. */
  next: (page: P) => Query | undefined,
): Pages<P> {
  const first = fetchPage(query);
  async function* items(): AsyncIterator<Item<P>, void> {
    let page = await first;
    for (;;) {
      yield* page.data as readonly Item<P>[];
      const more = page.has_more ? next(page) : undefined;
      if (more === undefined) return;
      page = await fetchPage({ ...query, ...more });
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}

/** Pages that are linked by the ids at their ends. Asked for what is newer than an id, they go on to the newest. */
export function listPages<
  P extends Page & { readonly first_id: string | null; readonly last_id: string | null },
>(query: Query, fetchPage: (query: Query) => Promise<P>): Pages<P> {
  return pages(query, fetchPage, ({ first_id: first, last_id: last }) => {
    if (query['before_id'] !== undefined) return first === null ? undefined : { before_id: first };
    return last === null ? undefined : { after_id: last };
  });
}

/** Pages of a report, linked by a text of the service. */
export function reportPages<P extends Page & { readonly next_page: string | null }>(
  query: Query,
  fetchPage: (query: Query) => Promise<P>,
): Pages<P> {
  return pages(query, fetchPage, ({ next_page: page }) => (page === null ? undefined : { page }));
}
