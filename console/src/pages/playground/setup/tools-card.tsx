import type { ServerTool } from '@svc/contract';
import { Pencil, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { Card } from '../../../ui/page.tsx';
import type { ToolDefinition } from './call-setup.ts';
import type { SetupFieldsProps } from './parameters-card.tsx';
import { ToolDialog } from './tool-dialog.tsx';

const { tools: words } = playgroundSetupStrings;

/** Functions of the person, and tools of the service. */
export function ToolsCard({ setup, model, onChange }: SetupFieldsProps) {
  const { capabilities } = model;
  const serverTools = Object.keys(words.server) as ServerTool[];
  const offered = serverTools.filter((tool) => capabilities.server_tools.includes(tool));
  if (!capabilities.tools && offered.length === 0) return null;
  return (
    <Card title={words.title} lead={capabilities.tools && words.lead}>
      <div className="flex flex-col gap-3">
        {offered.map((tool) => (
          <CheckField
            key={tool}
            label={words.server[tool]}
            hint={words.serverHint}
            checked={setup.serverTools.includes(tool)}
            onChange={({ target }) =>
              onChange({
                serverTools: [
                  ...setup.serverTools.filter((other) => other !== tool),
                  ...(target.checked ? [tool] : []),
                ],
              })
            }
          />
        ))}
        {capabilities.tools && <Functions tools={setup.tools} onChange={(tools) => onChange({ tools })} />}
      </div>
    </Card>
  );
}

interface FunctionsProps {
  readonly tools: readonly ToolDefinition[];
  readonly onChange: (tools: readonly ToolDefinition[]) => void;
}

function Functions({ tools, onChange }: FunctionsProps) {
  const [edited, setEdited] = useState<ToolDefinition | 'new'>();
  const before = edited === 'new' ? undefined : edited;
  const save = (tool: ToolDefinition) =>
    onChange(before ? tools.map((one) => (one === before ? tool : one)) : [...tools, tool]);
  return (
    <>
      {tools.map((tool) => (
        <div key={tool.name} className="flex items-center rounded-md bg-sunken pl-2.5">
          <code className="min-w-0 flex-1 truncate font-mono text-[13px]">{tool.name}</code>
          <IconButton label={words.edit(tool.name)} icon={Pencil} onClick={() => setEdited(tool)} />
          <IconButton
            label={words.remove(tool.name)}
            icon={X}
            onClick={() => onChange(tools.filter((one) => one !== tool))}
          />
        </div>
      ))}
      <div>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          {words.add}
        </Button>
      </div>
      {edited && (
        <ToolDialog
          tool={before}
          taken={tools.filter((one) => one !== before).map(({ name }) => name)}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
