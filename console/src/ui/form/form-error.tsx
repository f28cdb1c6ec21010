import { errorSentence, isBesideField } from '../../api/failure.ts';
import { ErrorDetails } from '../error-details.tsx';
import { Notice } from '../notice.tsx';

/** Why what was just asked for did not happen. Nothing when there is no error, or a field before it says it. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null || isBesideField(error)) return null;
  return (
    <Notice tone="danger" alert>
      <p>{errorSentence(error)}</p>
      <ErrorDetails error={error} />
    </Notice>
  );
}
