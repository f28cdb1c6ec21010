import type { ReactNode } from 'react';
import { hasCode } from '../api/failure.ts';
import { ErrorState } from './error-state.tsx';
import { SkeletonLines } from './skeleton.tsx';

interface NotLoadedProps {
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** The code of the error that says that it does not exist, and what is shown then. */
  readonly missing: { readonly code: string; readonly view: ReactNode };
}

/** In place of what a page is about: that it does not exist, why it could not be loaded, or that it is on its way. */
export function NotLoaded({ error, onRetry, missing: { code, view } }: NotLoadedProps) {
  if (hasCode(error, code)) return view;
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <SkeletonLines />;
}
