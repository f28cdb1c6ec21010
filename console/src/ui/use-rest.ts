import { useEffect, useState } from 'react';

/** Nothing new has come into sight for this long: someone who keeps scrolling is not reading yet. */
const REST_MS = 250;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function beginToRest(): void {
  const rested = [...waiting];
  waiting.clear();
  for (const noteRest of rested) noteRest();
}

/**
 * True for what has come into sight once nothing else has for a while. What a row asks the service for waits for that: among a thousand
 * rows that are scrolled past, a wait of each row's own would be over before slow frames have taken it out of sight.
 */
export function useRest(): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    const noteRest = () => setIsResting(true);
    waiting.add(noteRest);
    clearTimeout(timer);
    timer = setTimeout(beginToRest, REST_MS);
    return () => void waiting.delete(noteRest);
  }, []);
  return isResting;
}
