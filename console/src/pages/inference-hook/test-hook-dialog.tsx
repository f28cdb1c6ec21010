import { useMutation } from '@tanstack/react-query';
import type { InferenceHookTest } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { formatCount } from '../../ui/text/format.ts';

const { test: words } = inferenceHookStrings;

export function TestHookDialog({ onClose }: { readonly onClose: () => void }) {
  const test = useMutation({ mutationFn: () => call('testInferenceHook') });
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Form onSubmit={() => test.mutate()}>
        <p>{words.text}</p>
        <div role="status">{test.data && <Outcome test={test.data} />}</div>
        <FormError error={test.error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.close}</Button>
          <Button type="submit" look="primary" busy={test.isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
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
