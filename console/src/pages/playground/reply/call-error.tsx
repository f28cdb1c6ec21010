import { ApiError, StreamError } from '@svc/sdk';
import { errorSentence } from '../../../api/failure.ts';
import { playgroundStrings } from '../../../strings/playground.ts';
import { Notice } from '../../../ui/notice.tsx';
import { RequestLink } from '../../../resources/requests/request-link.tsx';

const { answer: words } = playgroundStrings;

/** Why there is no reply, as the API said it to any program. */
export function CallError({ error }: { readonly error: unknown }) {
  const refusal = error instanceof ApiError || error instanceof StreamError ? error : undefined;
  return (
    <Notice tone="danger" alert>
      <p className="font-medium">{words.failed}</p>
      <p>{refusal?.message ?? errorSentence(error)}</p>
      {refusal && (
        <p className="mt-1 text-[13px] text-quiet">
          {words.code} <code className="font-mono">{refusal.code}</code>
        </p>
      )}
      {refusal?.requestId && (
        <p className="text-[13px] text-quiet">
          {words.request} <RequestLink id={refusal.requestId} />
        </p>
      )}
    </Notice>
  );
}
