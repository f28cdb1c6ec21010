import { useQuery } from '@tanstack/react-query';
import type { Me } from '@svc/contract';
import { useState } from 'react';
import { chatModelsOptions } from '../../api/playground.ts';
import type { CallSetup } from './call-setup.ts';

/** What the person chose, completed by what is usual. The model is empty while it is not known which there are. */
export function useCallSetup(workspaces: Me['workspaces']) {
  const usual = workspaces.find((one) => one.is_default) ?? workspaces[0];
  const [chosen, setChosen] = useState<CallSetup>({
    workspaceId: usual?.id ?? '',
    model: '',
    system: '',
    maxTokens: undefined,
  });
  const { data: models, error, refetch } = useQuery(chatModelsOptions(chosen.workspaceId));
  const model =
    models?.find(({ id }) => id === chosen.model) ?? models?.find((one) => one.default) ?? models?.[0];
  const setup: CallSetup = { ...chosen, model: model?.id ?? '' };
  return {
    setup,
    models,
    model,
    error: models ? null : error,
    onRetry: () => void refetch(),
    change: (change: Partial<CallSetup>) => setChosen({ ...chosen, ...change }),
  };
}
