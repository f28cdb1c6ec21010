import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '../api/sign-in.ts';
import { errorSentence, hasCode } from '../api/failure.ts';
import { toast } from '../ui/overlay/toast.tsx';

/** Ends the sign-in and forgets all that was loaded in it. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
    } catch (cause) {
      if (!hasCode(cause, 'session_required')) {
        toast(errorSentence(cause), 'danger');
        return;
      }
    }
    await navigate({ to: '/sign-in' });
    queries.clear();
  };
}
