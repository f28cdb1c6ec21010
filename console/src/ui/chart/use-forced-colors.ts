import { useSyncExternalStore } from 'react';

const FORCED = matchMedia('(forced-colors: active)');

function subscribe(changed: () => void): () => void {
  FORCED.addEventListener('change', changed);
  return () => FORCED.removeEventListener('change', changed);
}

/** Whether the person's system replaces all colours by a few of its own. */
export function useForcedColors(): boolean {
  return useSyncExternalStore(subscribe, () => FORCED.matches);
}
