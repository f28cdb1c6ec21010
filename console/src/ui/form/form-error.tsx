import { errorSentence } from '../../api/failure.ts';
import { ErrorDetails } from '../error-details.tsx';
import { Notice } from '../notice.tsx';

/** Why what was just asked for did not happen. Nothing when there is no error. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null) return null;
  return (
    <Notice tone="danger" alert>
      <p>{errorSentence(error)}</p>
      <ErrorDetails error={error} />
    </Notice>
  );
}
