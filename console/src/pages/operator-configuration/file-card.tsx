import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConfigurationFile } from '@svc/contract';
import { useState } from 'react';
import {
  CONFIGURATION,
  configurationFileOptions,
  reloadConfiguration,
} from '../../api/operator-configuration.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ChangesTable } from '../../ui/changes-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

const { file: words } = operatorStrings.configuration;
const TONES: Readonly<Record<ConfigurationFile['status'], Tone>> = {
  unchanged: 'good',
  changed: 'accent',
  invalid: 'danger',
};

/** The file as it lies on the machine: what a reload would change, or why it would be refused. */
export function FileCard() {
  const { data: file, error, refetch, isFetching } = useQuery(configurationFileOptions);
  const [isConfirming, setIsConfirming] = useState(false);
  const mayReload = useMayChange() && file?.status === 'changed';
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button busy={isFetching} onClick={() => void refetch()}>
        {words.check}
      </Button>
      {mayReload && (
        <Button look="primary" onClick={() => setIsConfirming(true)}>
          {words.reload.action}
        </Button>
      )}
    </div>
  );
  return (
    <Card title={words.title} lead={words.lead} actions={actions}>
      {file && <FileState file={file} />}
      {!file && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />)}
      {file && isConfirming && <ReloadDialog file={file} onClose={() => setIsConfirming(false)} />}
    </Card>
  );
}

function FileState({ file }: { readonly file: ConfigurationFile }) {
  const { source, status, problems, changes, change_count: count, models_without_price: unpriced } = file;
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
        <code className="min-w-0 text-[13px] break-all">{source}</code>
      </p>
      {problems.length > 0 && (
        <ul aria-label={words.problems} className="flex flex-col gap-1.5">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`} className="break-words">
              <code className="text-[13px]">{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <ChangesTable
        title={words.changes(count)}
        changes={Object.fromEntries(changes.map(({ path, from, to }) => [path, { from, to }]))}
      />
      {count > changes.length && <p className="text-quiet">{words.first(changes.length)}</p>}
      {changes.some((change) => change.needs_restart) && <Notice tone="warn">{words.restart}</Notice>}
      {unpriced.length > 0 && <Notice>{words.unpriced(unpriced)}</Notice>}
    </div>
  );
}

interface ReloadDialogProps {
  readonly file: ConfigurationFile;
  readonly onClose: () => void;
}

function ReloadDialog({ file: { digest, change_count: count }, onClose }: ReloadDialogProps) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={words.reload.title}
      open
      onClose={onClose}
      action={words.reload.action}
      onConfirm={async () => {
        await reloadConfiguration(digest ?? '');
        await refresh(queries, CONFIGURATION);
        toast(words.reload.done);
      }}
    >
      <p>{words.reload.text(count)}</p>
    </ConfirmDialog>
  );
}
