import { classNames } from '../class-names.ts';

/** Looks of everything one types or chooses in. */
export function controlClass(more?: string): string {
  return classNames(
    'min-h-9 w-full min-w-0 rounded-md border border-edge bg-surface px-2.5 py-1.5 text-ink placeholder:text-quiet',
    'disabled:opacity-60 aria-invalid:border-danger',
    more,
  );
}
