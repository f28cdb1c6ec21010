import { useEffect, useState } from 'react';

/**
 * The secret of a link, which stands behind `#` so that no server and no log sees it. It is taken out of the address at once:
 * whoever looks at the screen or the history finds none. Empty when the link has none.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
