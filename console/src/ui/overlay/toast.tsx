import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { IconButton } from '../button.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'danger';
}

const SHOWN_MS = 6000;
const MAX_TOASTS = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let made = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

/** Says that something was done. Failures are said where they happened, not here, unless that place is gone. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = (made += 1);
  change([...toasts, { id, text, tone }].slice(-MAX_TOASTS));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section
      aria-live="polite"
      aria-label={uiStrings.notifications}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2"
    >
      {shown.map(({ id, text, tone }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md items-center gap-2.5 rounded-lg border border-line bg-raised py-1 pr-1 pl-3.5 shadow-raised"
        >
          {tone === 'good' ? (
            <CircleCheck aria-hidden size={18} className="shrink-0 text-good" />
          ) : (
            <CircleAlert aria-hidden size={18} className="shrink-0 text-danger" />
          )}
          <p className="min-w-0 break-words">{text}</p>
          <IconButton label={uiStrings.dismiss} icon={X} onClick={() => dismiss(id)} />
        </div>
      ))}
    </section>
  );
}
