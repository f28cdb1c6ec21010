import { useQuery } from '@tanstack/react-query';
import { chatModelsOptions } from '../../api/playground.ts';
import { keyStrings } from '../../strings/keys.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { anthropicSdkLines, claudeCodeLines, codexLines, openaiSdkLines } from './client-lines.ts';

const { useWith: words } = keyStrings;
const CLIENTS = [
  { value: 'claude-code', label: words.claudeCode, write: claudeCodeLines },
  { value: 'codex', label: words.codex, write: codexLines },
  { value: 'openai', label: words.openai, write: openaiSdkLines },
  { value: 'anthropic', label: words.anthropic, write: anthropicSdkLines },
] as const;

/** Lines that set well-known clients to a model of the key's workspace. Nothing where its models cannot be read. */
export function UseWith({ workspaceId }: { readonly workspaceId: string }) {
  const { data: models } = useQuery(chatModelsOptions(workspaceId));
  const model = models?.[0];
  if (!model) return null;
  const tabs = CLIENTS.map(({ value, label, write }) => ({
    value,
    label,
    content: <CodeBlock code={write(location.origin, model.id)} what={words.copy} />,
  }));
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">{words.title}</h3>
      <p className="text-[13px] text-quiet">{words.lead}</p>
      <Tabs label={words.title} tabs={tabs} />
    </section>
  );
}
