import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The width of an element in pixels, zero until it is known. */
export function useWidth<Kind extends HTMLElement>(): readonly [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    setWidth(current.clientWidth);
    const watcher = new ResizeObserver(() => setWidth(current.clientWidth));
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  return [element, width];
}
