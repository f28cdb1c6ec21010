import { uiStrings } from '../strings/ui.ts';
import { Logo } from './logo.tsx';

/** Usually the answer comes sooner, and nothing flashes up. */
export const SPLASH_AFTER_MS = 200;

/** In place of the whole Console, while it is not known yet who is there. */
export function Splash() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4">
      <div className="animate-pulse">
        <Logo />
      </div>
      <p role="status" className="text-quiet">
        {uiStrings.loading}
      </p>
    </main>
  );
}
