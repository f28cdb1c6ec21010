import type { Virtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';

/** A row crosses the window in a tenth of a second. A wheel turned quickly makes a fourth of it, a scrollbar pulled along a long list far more. */
const UNREADABLE_PX_PER_MS = 5;

/** Whether rows pass too fast to be read. `onScroll` is called with the list after each scroll event that shows other rows, and at rest. */
export function useFastScroll() {
  const [isFast, setIsFast] = useState(false);
  const last = useRef({ px: 0, ms: 0 });
  const onScroll = ({ isScrolling, scrollOffset }: Virtualizer<HTMLDivElement, Element>) => {
    const now = { px: scrollOffset ?? 0, ms: performance.now() };
    const movedPx = Math.abs(now.px - last.current.px);
    // A single jump, by the Page Down key for one, comes long after what was before it, and is read.
    setIsFast(isScrolling && movedPx > UNREADABLE_PX_PER_MS * (now.ms - last.current.ms));
    last.current = now;
  };
  return { isFast, onScroll };
}
