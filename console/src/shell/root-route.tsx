import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Link, Outlet, useRouter } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { shellStrings } from '../strings/shell.ts';
import { uiStrings } from '../strings/ui.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/form/form-error.tsx';
import { Toasts } from '../ui/overlay/toast.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import { PublicPage } from './public-page.tsx';

/** What loaders and guards of routes are given. */
export interface RouteContext {
  readonly queries: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouteContext>()({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: NotFoundAlone,
  errorComponent: FailedAlone,
});

export function NotFound() {
  useDocumentTitle(shellStrings.notFound.title);
  return (
    <div className="mx-auto w-full max-w-2xl p-6">
      <EmptyState
        heading="h1"
        icon={Compass}
        title={shellStrings.notFound.title}
        action={
          <Link to="/" className={buttonClass('secondary')}>
            {shellStrings.notFound.back}
          </Link>
        }
      >
        {shellStrings.notFound.text}
      </EmptyState>
    </div>
  );
}

interface FailedProps {
  readonly error: unknown;
}

/** Where there is no shell around it. */
function NotFoundAlone() {
  return (
    <PublicPage title={shellStrings.notFound.title} lead={shellStrings.notFound.text}>
      <Link to="/" className={buttonClass('secondary', 'w-full')}>
        {shellStrings.notFound.back}
      </Link>
    </PublicPage>
  );
}

/** In place of the shell. */
export function FailedAlone({ error }: FailedProps) {
  const router = useRouter();
  return (
    <PublicPage title={shellStrings.failed}>
      <div className="flex flex-col gap-4">
        <FormError error={error} />
        <Button onClick={() => void router.invalidate()}>{uiStrings.retry}</Button>
      </div>
    </PublicPage>
  );
}

/** In place of a page. To ask again is to load what it needs again. */
export function Failed({ error }: FailedProps) {
  const router = useRouter();
  useDocumentTitle(shellStrings.failed);
  return (
    <div className="mx-auto w-full max-w-2xl p-6">
      <ErrorState heading="h1" error={error} onRetry={() => void router.invalidate()} />
    </div>
  );
}
