import { useSyncExternalStore } from 'react';

/** Below the width from which the sidebar stands beside the page: what the styles call `max-md`. */
const NARROW = matchMedia('(width < 48rem)');

function subscribe(changed: () => void): () => void {
  NARROW.addEventListener('change', changed);
  return () => NARROW.removeEventListener('change', changed);
}

/** Whether the window is a phone's. For what is drawn in another place there: drawing it twice and hiding one would read it out twice. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}
