import { useQuery } from '@tanstack/react-query';
import type { Me } from '@svc/contract';
import { useState } from 'react';
import { chatModelsOptions } from '../../../api/models.ts';
import { newSetup, type CallSetup } from './call-setup.ts';
import { playgroundRoute } from '../playground-route.ts';

const NO_PROMPT: Partial<CallSetup> = { prompt: undefined };

/** What the person chose, completed by what is usual. The model is empty while it is not known which there are. */
export function useCallSetup(workspaces: Me['workspaces']) {
  const { workspace, model: wanted = '', template } = playgroundRoute.useSearch();
  const usual =
    workspaces.find(({ id }) => id === workspace) ??
    workspaces.find((one) => one.is_default) ??
    workspaces[0];
  const [chosen, setChosen] = useState<CallSetup>({
    ...newSetup(usual?.id ?? ''),
    model: wanted,
    prompt: template === undefined ? undefined : { template, variables: {} },
  });
  const { data: models, error, refetch } = useQuery(chatModelsOptions(chosen.workspaceId));
  const model = models?.find(({ id }) => id === chosen.model) ?? models?.[0];
  const compared = models?.find(({ id }) => id === chosen.compared && id !== model?.id);
  const setup: CallSetup = { ...chosen, model: model?.id ?? '', compared: compared?.id };
  return {
    setup,
    models,
    model,
    compared,
    error: models ? null : error,
    onRetry: () => void refetch(),
    // Templates are of one workspace.
    change: (change: Partial<CallSetup>) =>
      setChosen({ ...chosen, ...(change.workspaceId === undefined ? {} : NO_PROMPT), ...change }),
  };
}
