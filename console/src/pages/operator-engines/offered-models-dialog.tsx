import { useQuery } from '@tanstack/react-query';
import type { OfferedModels } from '@svc/contract';
import { useState } from 'react';
import { offeredModelsOptions } from '../../api/operator-engines.ts';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { ChosenEntries } from './chosen-entries.tsx';
import { ModelChoice } from './model-choice.tsx';
import { PriceDifferences } from './price-differences.tsx';

const { offered: words } = operatorEngineStrings;

interface OfferedModelsDialogProps {
  readonly engine: string;
  readonly onClose: () => void;
}

/** What an engine offers, as additions to the file, which are the operator's to make. */
export function OfferedModelsDialog({ engine, onClose }: OfferedModelsDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(offeredModelsOptions(engine));
  return (
    <Dialog title={words.title(engine)} open wide onClose={onClose}>
      {data && <Found found={data} />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />)}
      <DialogActions>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {words.again}
        </Button>
        <Button onClick={onClose}>{uiStrings.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Found({ found }: { readonly found: OfferedModels }) {
  const { offered, add, differs, catalog } = found;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const configured = offered.filter((model) => model.configured_as.length > 0).length;
  const left = offered.length - configured - add.length;
  // One that was chosen may be in the file since.
  const entries = add.filter(({ id }) => chosen.has(id));
  return (
    <div className="flex flex-col gap-5">
      <p className="break-words">
        {words.lead(formatCount(offered.length), formatCount(configured))}{' '}
        {words.catalog(catalog.source, catalog.date)}
      </p>
      <PriceDifferences differs={differs} />
      {add.length > 0 ? (
        <ModelChoice models={add} chosen={chosen} onChoose={setChosen} />
      ) : (
        <p>{words.nothing}</p>
      )}
      {left > 0 && <p className="text-quiet">{words.taken(formatCount(left))}</p>}
      {entries.length > 0 && <ChosenEntries found={found} entries={entries} />}
    </div>
  );
}
