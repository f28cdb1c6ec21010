import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Bar } from './stack-bars.ts';

/** Which bar is pointed at, by the pointer or by the keyboard, and what an element over the bars must listen to. */
export function useActiveBar(bars: readonly Bar[]) {
  const last = bars.length - 1;
  const [chosen, setChosen] = useState<number>();
  const active = chosen === undefined ? undefined : Math.min(chosen, last);
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const bar = bars.findIndex(({ slotX, slotWidth }) => x >= slotX && x < slotX + slotWidth);
    setChosen(bar === -1 ? undefined : bar);
  };
  const listeners = {
    onKeyDown: (event: KeyboardEvent) => {
      const next = keyTarget(event.key, active ?? last, last);
      if (next === null) return;
      event.preventDefault();
      setChosen(next);
    },
    onFocus: () => setChosen((before) => before ?? last),
    onBlur: () => setChosen(undefined),
    onPointerDown: pointAt,
    onPointerMove: pointAt,
    // A finger leaves when it is lifted, and what it pointed at is still to be read.
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setChosen(undefined);
    },
  };
  return { active, listeners };
}

/** The bar a key leads to; undefined to none, null where the key is not ours. */
function keyTarget(key: string, at: number, last: number): number | undefined | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return undefined;
    default:
      return null;
  }
}
