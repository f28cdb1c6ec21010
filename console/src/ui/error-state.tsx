import { CloudAlert } from 'lucide-react';
import { errorSentence } from '../api/failure.ts';
import { uiStrings } from '../strings/ui.ts';
import { Button } from './button.tsx';
import { ErrorDetails } from './error-details.tsx';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** `h1` where it is the whole page. */
  readonly heading?: 'h1' | 'h2';
}

/** In place of what could not be loaded. */
export function ErrorState({ error, onRetry, heading: Heading = 'h2' }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-1.5 rounded-xl border border-line px-6 py-14 text-center"
    >
      <span className="mb-2 rounded-full bg-danger-soft p-3 text-danger">
        <CloudAlert aria-hidden size={22} />
      </span>
      <Heading className="text-base font-semibold">{uiStrings.errorTitle}</Heading>
      <p className="max-w-md text-quiet">{errorSentence(error)}</p>
      <ErrorDetails error={error} />
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          {uiStrings.retry}
        </Button>
      )}
    </div>
  );
}
