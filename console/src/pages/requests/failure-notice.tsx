import type { RequestRecord } from '@svc/contract';
import { docsOfError } from '../../strings/docs.ts';
import { requestStrings } from '../../strings/requests.ts';
import { uiStrings } from '../../strings/ui.ts';
import { DocsAnchor } from '../../ui/docs-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorOfCall } from './error-of-call.ts';

const { why: words } = requestStrings;

/** Why a call was refused or failed, in a sentence: its code alone tells a newcomer little. Nothing for a code that is not known here. */
export function FailureNotice({ record }: { readonly record: RequestRecord }) {
  const error = errorOfCall(record);
  if (error === undefined) return null;
  return (
    <Notice tone="danger">
      <h2 className="font-semibold">{record.outcome === 'refused' ? words.refused : words.failed}</h2>
      <p className="mt-0.5">{error.message}</p>
      <p className="mt-1 text-[13px] text-quiet">
        <DocsAnchor href={docsOfError(error.status, error.type)}>{uiStrings.docs.error}</DocsAnchor>
      </p>
    </Notice>
  );
}
