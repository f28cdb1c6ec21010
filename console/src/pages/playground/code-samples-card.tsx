import { playgroundStrings } from '../../strings/playground.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { PlaygroundRequest } from './call-setup.ts';
import { curlSample, openaiSample, sdkSample } from './code-samples.ts';

const { samples: words } = playgroundStrings;
const SAMPLES = [
  { value: 'curl', label: words.curl, write: curlSample },
  { value: 'openai', label: words.openai, write: openaiSample },
  { value: 'sdk', label: words.sdk, write: sdkSample },
] as const;

export function CodeSamplesCard({ request }: { readonly request: PlaygroundRequest }) {
  const tabs = SAMPLES.map(({ value, label, write }) => ({
    value,
    label,
    content: <CodeBlock code={write(location.origin, request)} what={words.copy} />,
  }));
  return (
    <Card title={words.title} lead={words.lead}>
      <Tabs label={words.label} tabs={tabs} />
    </Card>
  );
}
