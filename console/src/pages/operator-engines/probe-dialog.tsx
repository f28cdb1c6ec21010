import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NodeState } from '@svc/contract';
import { nodeStateOptions, probeEngine } from '../../api/operator-engines.ts';
import { refresh } from '../../api/pages.ts';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { Elapsed } from './elapsed.tsx';
import { ProbeResult } from './probe-result.tsx';

const { probe: words } = operatorEngineStrings;

interface ProbeDialogProps {
  readonly engine: NodeState['engines'][number];
  /** Models with routes to it. */
  readonly models: number;
  readonly onClose: () => void;
}

/** Says what a probe costs before it begins. Closed meanwhile, the probe goes on. */
export function ProbeDialog({ engine: { name, keys }, models, onClose }: ProbeDialogProps) {
  const queries = useQueryClient();
  const probe = useMutation({
    mutationFn: () => probeEngine(name),
    // Keys may be in use again.
    onSettled: () => refresh(queries, nodeStateOptions.queryKey),
  });
  return (
    <Dialog title={words.title(name)} open wide onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{words.text(models, keys.length)}</p>
        <div role="status">
          {probe.isPending && <Elapsed sentence={words.asking} />}
          {probe.data && <ProbeResult probe={probe.data} />}
        </div>
        <FormError error={probe.error} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{uiStrings.close}</Button>
        <Button look="primary" busy={probe.isPending} onClick={() => probe.mutate()}>
          {probe.data ? words.again : words.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
