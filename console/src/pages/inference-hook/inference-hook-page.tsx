import { useSuspenseQuery } from '@tanstack/react-query';
import type { InferenceHook } from '@svc/contract';
import { ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { inferenceHookOptions } from '../../api/inference-hook.ts';
import { useCan } from '../../api/session.ts';
import { inferenceHookStrings as words } from '../../strings/inference-hook.ts';
import { Button } from '../../ui/button.tsx';
import { DocsLink } from '../../ui/docs-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Stat } from '../../ui/stat.tsx';
import { formatCount, formatShort } from '../../ui/text/format.ts';
import { Moment } from '../../ui/text/time.tsx';
import { HookActions } from './hook-actions.tsx';
import { HookDialog } from './hook-dialog.tsx';
import { HookFacts } from './hook-facts.tsx';

/** Owners change the hook. Administrators see it, and can test it. */
export function InferenceHookPage() {
  const { data: hook } = useSuspenseQuery(inferenceHookOptions);
  const [isEditing, setIsEditing] = useState(false);
  const edit = () => setIsEditing(true);
  const canChange = useCan()('owners.manage');
  return (
    <Page lead={words.lead} actions={hook && <HookActions onEdit={canChange ? edit : undefined} />}>
      {hook ? <Hook hook={hook} /> : <NoHook onSetUp={canChange ? edit : undefined} />}
      {hook && !canChange && <p className="text-quiet">{words.readOnly}</p>}
      {isEditing && <HookDialog hook={hook} onClose={() => setIsEditing(false)} />}
    </Page>
  );
}

function NoHook({ onSetUp }: { readonly onSetUp: (() => void) | undefined }) {
  const { empty } = words;
  const setUp = onSetUp && (
    <Button look="primary" onClick={onSetUp}>
      {words.actions.setUp}
    </Button>
  );
  return (
    <EmptyState icon={ShieldQuestionMark} title={empty.title} action={setUp}>
      {empty.text} {!onSetUp && empty.askOwner} <DocsLink to="inferenceHook">{empty.docs}</DocsLink>
    </EmptyState>
  );
}

function Hook({ hook }: { readonly hook: InferenceHook }) {
  const { hour } = words;
  const counts = {
    [hour.calls]: hook.calls_1h,
    [hour.denied]: hook.denied_1h,
    [hour.failed]: hook.failed_1h,
  };
  return (
    <>
      {hook.failing_since !== null && <FailingNotice hook={hook} since={hook.failing_since} />}
      <Card title={words.settings.title}>
        <HookFacts hook={hook} />
      </Card>
      <Card title={hour.title} lead={hour.lead}>
        <dl className="grid grid-cols-3 gap-4">
          {Object.entries(counts).map(([label, count]) => (
            <Stat key={label} label={label} value={formatShort(count)} exact={formatCount(count)} />
          ))}
        </dl>
      </Card>
    </>
  );
}

function FailingNotice({ hook, since }: { readonly hook: InferenceHook; readonly since: string }) {
  const { failing } = words;
  return (
    <Notice tone="danger">
      {failing.since} <Moment at={since} />.{' '}
      {failing[hook.mode === 'enforce' ? hook.on_failure : 'unaffected']} {failing.next}
    </Notice>
  );
}
