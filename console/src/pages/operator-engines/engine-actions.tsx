import type { NodeState } from '@svc/contract';
import { useState } from 'react';
import { useMayChange } from '../../api/operator-session.ts';
import { operatorEngineStrings as words } from '../../strings/operator-engines.ts';
import { Button } from '../../ui/button.tsx';
import { OfferedModelsDialog } from './offered-models-dialog.tsx';
import { ProbeDialog } from './probe-dialog.tsx';

type Engine = NodeState['engines'][number];

interface EngineActionsProps {
  readonly engine: Engine;
  /** Models with routes to it. */
  readonly models: number;
}

/** Engines in the process have no list of models, and one that holds its model there is probed by the command only. */
export function EngineActions({ engine, models }: EngineActionsProps) {
  const mayChange = useMayChange();
  const [opened, setOpened] = useState<'probe' | 'models'>();
  const { name, type } = engine;
  const close = () => setOpened(undefined);
  const isRemote = type !== 'llama' && type !== 'sandbox';
  return (
    <div className="flex flex-wrap gap-2">
      {isRemote && (
        <Button aria-label={words.offered.title(name)} onClick={() => setOpened('models')}>
          {words.offered.action}
        </Button>
      )}
      {mayChange && type !== 'llama' && (
        <Button aria-label={words.probe.title(name)} onClick={() => setOpened('probe')}>
          {words.probe.action}
        </Button>
      )}
      {opened === 'models' && <OfferedModelsDialog engine={name} onClose={close} />}
      {opened === 'probe' && <ProbeDialog engine={engine} models={models} onClose={close} />}
    </div>
  );
}
