import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Into the operators' pages. What somebody before loaded is forgotten. */
export function useEnterOperations(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    queries.clear();
    await navigate({ to: '/operator', replace: true });
  };
}
