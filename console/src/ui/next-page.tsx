import type { PagedList } from '../api/pages.ts';
import { uiStrings } from '../strings/ui.ts';
import { Button } from './button.tsx';
import { FormError } from './form/form-error.tsx';

/** Below the rows: that more are on their way, or why they did not come. */
export function NextPage<Row>({
  list: { isLoadingMore, moreError, loadMore },
}: {
  readonly list: PagedList<Row>;
}) {
  if (isLoadingMore) {
    return (
      <p role="status" className="px-4 py-3 text-quiet">
        {uiStrings.loadingMore}
      </p>
    );
  }
  if (moreError === null) return null;
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <FormError error={moreError} />
      <Button onClick={loadMore}>{uiStrings.retry}</Button>
    </div>
  );
}
