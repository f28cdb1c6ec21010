import { useEffect, useState } from 'react';
import { formatDuration } from '../../ui/text/format.ts';

const TICK_MS = 1000;

/** Something that takes long, and for how long it has been going on. Only the sentence is read out. */
export function Elapsed({ sentence }: { readonly sentence: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {sentence}
      <span aria-hidden className="text-quiet tabular-nums">
        {formatDuration(seconds * TICK_MS)}
      </span>
    </p>
  );
}
