import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { errorSentence, hasCode } from '../api/failure.ts';
import { toast } from '../ui/overlay/toast.tsx';

/** Ends a sign-in by `end`, forgets all that was loaded in it, and shows its sign-in page. */
export function useEndSignIn(
  end: () => Promise<unknown>,
  signInPage: '/sign-in' | '/operator/sign-in',
  onEnd?: () => void,
): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await end();
    } catch (cause) {
      if (!hasCode(cause, 'session_required')) {
        toast(errorSentence(cause), 'danger');
        return;
      }
    }
    onEnd?.();
    await navigate({ to: signInPage });
    queries.clear();
  };
}
