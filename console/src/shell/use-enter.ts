import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Only pages of the Console are gone to: one slash, and no host behind it. Anybody may have made the link to the sign-in. */
function isOwnPath(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}

/** Into the Console, to the page that was asked for, else the overview. What an earlier person loaded is forgotten. */
export function useEnter(): (next?: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (next) => {
    queries.clear();
    await navigate({ to: '/', replace: true, ...(isOwnPath(next) ? { href: next } : {}) });
  };
}
