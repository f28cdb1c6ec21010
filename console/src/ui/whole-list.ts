import type { PagedList } from '../api/pages.ts';

/** A list that is here already, for a `DataTable`. */
export function wholeList<Row>(rows: readonly Row[]): PagedList<Row> {
  return {
    id: 'whole',
    rows,
    rowAt: (index) => rows[index],
    status: 'success',
    error: null,
    isOutdated: false,
    hasMore: false,
    isLoadingMore: false,
    moreError: null,
    loadMore: nothing,
    retry: nothing,
  };
}

function nothing(): void {}
