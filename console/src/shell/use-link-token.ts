import { useEffect, useState } from 'react';

/**
 * The secret of a link, which stands behind `#` so that no server and no log sees it. It is taken out of the address at once:
 * whoever looks at the screen or the history finds none. Empty when the link has none. Another link to the same page that is opened
 * in its tab changes only what is behind `#`: the browser loads nothing again, and it is taken the same way.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      if (location.hash === '') return;
      setToken(location.hash.slice(1));
      history.replaceState(history.state, '', location.pathname);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}
