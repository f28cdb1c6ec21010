import type { Virtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';

/** A row crosses the window in a tenth of a second. A wheel turned quickly makes a fourth of it, a scrollbar pulled along a long list far more. */
const UNREADABLE_PX_PER_MS = 5;

/** Where a list was at a time, and the first and last row that were drawn. */
interface ListPlace {
  readonly px: number;
  readonly ms: number;
  readonly from: number;
  readonly to: number;
}

const NOTHING_DRAWN: ListPlace = { px: 0, ms: 0, from: 0, to: -1 };

/**
 * `isPassing`: whether the row at that place passes too fast to be read. What was drawn before is not among those: it may still be in sight,
 * have the focus, or a menu open. `onScroll` is called with the list when it shows other rows, and at rest.
 */
export function useFastScroll() {
  /** Where the fast scrolling began. Undefined while there is none. */
  const [start, setStart] = useState<ListPlace>();
  const last = useRef(NOTHING_DRAWN);
  const onScroll = (list: Virtualizer<HTMLDivElement, Element>) => {
    const drawn = list.getVirtualItems();
    const was = last.current;
    const now = {
      px: list.scrollOffset ?? 0,
      ms: performance.now(),
      from: drawn[0]?.index ?? 0,
      to: drawn.at(-1)?.index ?? -1,
    };
    const movedPx = Math.abs(now.px - was.px);
    // A single jump, by the Page Down key for one, comes long after what was before it, and is read. Short ones may follow each other at
    // once, when rows turn out taller than was assumed.
    const isFar = movedPx > (list.scrollRect?.height ?? 0) / 2;
    const isFast = list.isScrolling && isFar && movedPx > UNREADABLE_PX_PER_MS * (now.ms - was.ms);
    setStart((began) => (isFast ? (began ?? was) : undefined));
    last.current = now;
  };
  const isPassing = (index: number) => start !== undefined && (index < start.from || index > start.to);
  return { isPassing, onScroll };
}
