import type { InferenceHookTest } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { TestDialog } from '../../ui/form/test-dialog.tsx';

const { test: words } = inferenceHookStrings;

export function TestHookDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <TestDialog
      words={words}
      onTest={() => call('testInferenceHook')}
      renderResult={(test) => <Outcome test={test} />}
      onClose={onClose}
    />
  );
}

function Outcome({
  test: { verdict, failure, duration_ms: durationMs },
}: {
  readonly test: InferenceHookTest;
}) {
  const ms = formatCount(durationMs);
  if (verdict === null)
    return (
      <Notice tone="danger">
        <p className="font-medium">{words.failed(ms)}</p>
        {failure && <p>{words.failures[failure]}</p>}
      </Notice>
    );
  const { action, reason, message } = verdict;
  return (
    <Notice tone={action === 'allow' ? 'good' : 'warn'}>
      <p className="font-medium">{words[action](ms)}</p>
      {(reason ?? message) !== null && (
        <div className="mt-2">
          <Facts facts={{ [words.reason]: reason ?? undefined, [words.message]: message ?? undefined }} />
        </div>
      )}
    </Notice>
  );
}
