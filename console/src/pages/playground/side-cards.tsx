import type { Me, PromptToolResult } from '@svc/contract';
import type { ComponentProps } from 'react';
import { userMessage } from './composer/attached-file.ts';
import type { CallSetup } from './setup/call-setup.ts';
import { ParametersCard } from './setup/parameters-card.tsx';
import { PromptTemplateCard } from './setup/prompt-template-card.tsx';
import { PromptToolsCard } from './prompt-tools/prompt-tools-card.tsx';
import { messagesOf, type Round } from './conversation/rounds.ts';
import { SetupCard } from './setup/setup-card.tsx';
import { toolInput } from './prompt-tools/tool-input.ts';
import { ToolsCard } from './setup/tools-card.tsx';

interface SideCardsProps extends ComponentProps<typeof SetupCard> {
  readonly workspaces: Me['workspaces'];
  readonly onChange: (change: Partial<CallSetup>) => void;
  /** What the prompt tools have to work on, beside the instructions. */
  readonly rounds: readonly Round[];
  readonly draft: string;
  readonly mayStore: boolean;
  readonly onUse: (result: PromptToolResult) => void;
}

/** Everything that a call is set up with. */
export function SideCards({ rounds, draft, mayStore, onUse, ...choices }: SideCardsProps) {
  const { setup, model, onChange } = choices;
  const said = messagesOf(rounds, setup.model);
  const written = draft.trim() === '' ? said : [...said, userMessage(draft, [])];
  const input = toolInput(setup.system, written);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <SetupCard {...choices} />
      {mayStore && <PromptTemplateCard setup={setup} onChange={onChange} />}
      {model && <ParametersCard setup={setup} model={model} onChange={onChange} />}
      {model && <ToolsCard setup={setup} model={model} onChange={onChange} />}
      <PromptToolsCard setup={setup} input={input} mayStore={mayStore} onUse={onUse} />
    </div>
  );
}
