import { errorSentence, isBesideField, requestIdOf } from '../../api/failure.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Notice } from '../notice.tsx';

/** Why what was just asked for did not happen. Nothing when there is no error, or a field before it says it. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null || isBesideField(error)) return null;
  const requestId = requestIdOf(error);
  return (
    <Notice tone="danger" alert>
      <p>{errorSentence(error)}</p>
      {requestId && (
        <p className="mt-1 text-xs text-quiet">
          {uiStrings.requestId} <code className="break-all">{requestId}</code>
        </p>
      )}
    </Notice>
  );
}
