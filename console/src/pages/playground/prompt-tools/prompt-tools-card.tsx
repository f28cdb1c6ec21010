import { useState } from 'react';
import type { PromptToolResult } from '@svc/contract';
import { promptToolStrings as words } from '../../../strings/prompt-tools.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/page.tsx';
import type { CallSetup } from '../setup/call-setup.ts';
import { GenerateDialog, ImproveDialog, TemplatizeDialog } from './prompt-tool-dialogs.tsx';
import type { ToolInput } from './tool-input.ts';
import { ToolResultDialog } from './tool-result-dialog.tsx';

interface PromptToolsCardProps {
  readonly setup: CallSetup;
  /** What there is to work on. */
  readonly input: ToolInput | undefined;
  readonly mayStore: boolean;
  /** Takes over what a tool wrote. */
  readonly onUse: (result: PromptToolResult) => void;
}

export function PromptToolsCard({ setup, input, mayStore, onUse }: PromptToolsCardProps) {
  const [tool, setTool] = useState<PromptToolResult['tool']>();
  const [result, setResult] = useState<PromptToolResult>();
  const close = () => setTool(undefined);
  const dialog = { setup, onClose: close, onResult: setResult };
  return (
    <Card title={words.title} lead={words.lead}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setTool('generate')}>{words.generate.action}</Button>
        <Button disabled={setup.model === '' || !input} onClick={() => setTool('improve')}>
          {words.improve.action}
        </Button>
        <Button disabled={setup.model === '' || !input} onClick={() => setTool('templatize')}>
          {words.templatize.action}
        </Button>
      </div>
      <p className="mt-3 text-[13px] text-quiet">{words.prompt}</p>
      {tool === 'generate' && <GenerateDialog {...dialog} />}
      {tool === 'improve' && input && <ImproveDialog {...dialog} input={input} />}
      {tool === 'templatize' && input && <TemplatizeDialog {...dialog} input={input} />}
      {result && (
        <ToolResultDialog
          workspaceId={setup.workspaceId}
          result={result}
          mayStore={mayStore}
          onUse={onUse}
          onClose={() => setResult(undefined)}
        />
      )}
    </Card>
  );
}
