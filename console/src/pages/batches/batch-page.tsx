import { useQuery } from '@tanstack/react-query';
import type { Batch } from '@svc/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { batchOptions, batchProgressOptions } from '../../api/batches.ts';
import { contentUrl } from '../../api/files.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { batchStrings } from '../../strings/batches.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFrom } from '../../ui/save-file.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { BatchFacts } from './batch-facts.tsx';
import { BatchStatusBadge } from './batch-status.tsx';
import { CancelBatchDialog } from './cancel-batch-dialog.tsx';
import { CostCard } from './cost-card.tsx';
import { ErroredLines } from './errored-lines.tsx';
import { InputProblems } from './input-problems.tsx';
import { ProgressCard } from './progress-card.tsx';
import { batchRoute } from './batches-route.ts';
import { useWorkspaceSearch } from './use-workspace-search.ts';

const { detail: words } = batchStrings;

export function BatchPage() {
  const { batchId } = batchRoute.useParams();
  const { workspace: chosen } = batchRoute.useSearch();
  const { workspace } = useChosenWorkspace('batches.manage', chosen);
  const { data: batch, error, refetch } = useQuery(batchOptions(workspace?.id ?? '', batchId));
  if (batch) return <LoadedBatch batch={batch} />;
  return (
    <Page>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />}</Page>
  );
}

function LoadedBatch({ batch }: { readonly batch: Batch }) {
  const { id: batchId, workspace_id: workspaceId } = batch;
  const { data: progress, error } = useQuery(batchProgressOptions(workspaceId, batch));
  const [isCanceling, setIsCanceling] = useState(false);
  const { output_file_id: output } = batch;
  const mayCancel = batch.status === 'validating' || batch.status === 'in_progress';
  const download = (id: string) => {
    saveFrom(contentUrl({ id, workspace_id: workspaceId }), `${batchId}_output.jsonl`);
    toast(words.downloadStarted);
  };
  return (
    <Page
      title={batch.id}
      lead={<BatchStatusBadge status={batch.status} />}
      actions={
        <>
          <BackLink to="/batches" search={useWorkspaceSearch(workspaceId)}>
            {words.back}
          </BackLink>
          {mayCancel && <Button onClick={() => setIsCanceling(true)}>{batchStrings.cancel.action}</Button>}
          {output !== null && (
            <Button look="primary" icon={Download} onClick={() => download(output)}>
              {words.download}
            </Button>
          )}
        </>
      }
    >
      {error && <FormError error={error} />}
      {batch.errors.length > 0 && <InputProblems problems={batch.errors} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <ProgressCard batch={batch} progress={progress} />
        <div className="flex min-w-0 flex-col gap-6">
          <CostCard batch={batch} progress={progress} />
          <BatchFacts batch={batch} />
        </div>
      </div>
      {progress && progress.errored_lines.length > 0 && <ErroredLines lines={progress.errored_lines} />}
      {isCanceling && <CancelBatchDialog batch={batch} onClose={() => setIsCanceling(false)} />}
    </Page>
  );
}
