import { useEffect } from 'react';

/** The press of Ctrl or ⌘ comes before that of K. */
const SIGNS_OF_LIFE = ['keydown', 'pointermove', 'pointerdown'] as const;

/**
 * Loads something when the browser is idle after the first sign of a person. Not with the page: all that a first page transfers until the
 * network is idle is limited.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const signs = new AbortController();
    const begin = () => {
      signs.abort();
      // One that failed is loaded again when it is opened, which shows the error.
      whenIdle(() => void load().catch(() => undefined));
    };
    for (const sign of SIGNS_OF_LIFE)
      document.addEventListener(sign, begin, { signal: signs.signal, passive: true });
    return () => signs.abort();
  }, [load]);
}

/** Safari has no idle callbacks. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 1000 });
  else setTimeout(task, 200);
}
