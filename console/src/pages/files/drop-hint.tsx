import { useEffect, useRef, useState } from 'react';
import { fileStrings as words } from '../../strings/files.ts';

/** Takes files that are dropped anywhere on the page, and says so while they are held above it. */
export function DropHint({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  const [isAbove, setIsAbove] = useState(false);
  const receive = useRef(onDrop);
  useEffect(() => {
    receive.current = onDrop;
  });
  useEffect(() => {
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsAbove(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsAbove(false);
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault();
      setIsAbove(false);
      receive.current([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = new AbortController();
    const options = { signal: listeners.signal };
    window.addEventListener('dragover', over, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('drop', drop, options);
    return () => listeners.abort();
  }, []);
  if (!isAbove) return null;
  return (
    <div className="pointer-events-none fixed inset-4 z-50 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-raised/90">
      <p className="text-base font-semibold">{words.drop}</p>
    </div>
  );
}
