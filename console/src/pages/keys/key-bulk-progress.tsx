import { keyStrings } from '../../strings/keys.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { DialogActions } from '../../ui/overlay/dialog.tsx';
import { formatCount } from '../../ui/text/format.ts';
import type { BulkFailure, BulkProgress, BulkTask } from './use-bulk-update.ts';

const { bulk: words } = keyStrings;

interface KeyBulkProgressProps {
  readonly task: BulkTask;
  readonly progress: BulkProgress;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  readonly onDone: () => void;
}

export function KeyBulkProgress({ task, progress, onStop, onContinue, onDone }: KeyBulkProgressProps) {
  const { action, keys } = task;
  const { state, tried, failures, error } = progress;
  const isOver = state === 'over';
  const isWhole = tried === keys.length;
  const done = formatCount(tried - failures.length);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p role="status" className="font-medium tabular-nums">
          {isOver ? words.done[action](done) : words.running(formatCount(tried), formatCount(keys.length))}
        </p>
        <div
          role="progressbar"
          aria-label={words.progress}
          aria-valuemin={0}
          aria-valuemax={keys.length}
          aria-valuenow={tried}
          className="h-2 overflow-hidden rounded-full bg-hover"
        >
          <div
            className="h-full rounded-full bg-accent forced-color-adjust-none"
            style={{ width: `${(100 * tried) / keys.length}%` }}
          />
        </div>
      </div>
      {failures.length > 0 && <FailureList failures={failures} />}
      {isOver && !isWhole && <p>{words.rest(formatCount(keys.length - tried))}</p>}
      <FormError error={error} />
      <DialogActions>
        {!isOver && <Button onClick={onStop}>{words.stop}</Button>}
        {isOver && !isWhole && <Button onClick={onContinue}>{words.continue}</Button>}
        {isOver && (
          <Button look="primary" onClick={onDone}>
            {uiStrings.close}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

function FailureList({ failures }: { readonly failures: readonly BulkFailure[] }) {
  return (
    <section aria-label={words.failed(formatCount(failures.length))}>
      <h3 className="mb-1.5 font-medium text-danger">{words.failed(formatCount(failures.length))}</h3>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-md border border-line"
      >
        {failures.map(({ key, message }) => (
          <li key={key.id} className="border-b border-line px-3 py-2 last:border-0">
            <span className="font-medium">{key.name}</span>
            <span className="block text-[13px] text-quiet">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
