import { docsOfFailure, requestIdOf } from '../api/failure.ts';
import { uiStrings } from '../strings/ui.ts';
import { DocsAnchor } from './docs-link.tsx';

/** Below what is said of a failure: what one can name when one asks for help, and where the documentation explains it. */
export function ErrorDetails({ error }: { readonly error: unknown }) {
  const requestId = requestIdOf(error);
  const docs = docsOfFailure(error);
  if (!requestId && !docs) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-quiet">
      {requestId && (
        <span>
          {uiStrings.requestId} <code className="break-all">{requestId}</code>
        </span>
      )}
      {docs && <DocsAnchor href={docs}>{uiStrings.docs.error}</DocsAnchor>}
    </p>
  );
}
