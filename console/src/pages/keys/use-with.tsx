import { useQuery } from '@tanstack/react-query';
import { isCompatEnabledOptions } from '../../api/compat.ts';
import { chatModelsOptions } from '../../api/models.ts';
import { keyStrings } from '../../strings/keys.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { anthropicSdkLines, claudeCodeLines, codexLines, openaiSdkLines } from './client-lines.ts';

const { useWith: words } = keyStrings;
const CLIENTS = [
  { value: 'claude-code', vendor: 'anthropic', label: words.claudeCode, write: claudeCodeLines },
  { value: 'codex', vendor: 'openai', label: words.codex, write: codexLines },
  { value: 'openai', vendor: 'openai', label: words.openai, write: openaiSdkLines },
  { value: 'anthropic', vendor: 'anthropic', label: words.anthropic, write: anthropicSdkLines },
] as const;

/**
 * Lines that set well-known clients to a model of the key's workspace, of those whose endpoints are on. Nothing where its models
 * cannot be read.
 */
export function UseWith({ workspaceId }: { readonly workspaceId: string }) {
  const { data: models } = useQuery(chatModelsOptions(workspaceId));
  const { data: openai } = useQuery(isCompatEnabledOptions('openai'));
  const { data: anthropic } = useQuery(isCompatEnabledOptions('anthropic'));
  const isEnabled = { openai, anthropic };
  const model = models?.[0];
  const clients = CLIENTS.filter(({ vendor }) => isEnabled[vendor]);
  if (!model || clients.length === 0) return null;
  const tabs = clients.map(({ value, label, write }) => ({
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
