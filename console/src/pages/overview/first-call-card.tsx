import { overviewStrings } from '../../strings/overview.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Card } from '../../ui/page.tsx';

const { call: words } = overviewStrings;

export function FirstCallCard() {
  const baseUrl = `${location.origin}/v1`;
  const command = [
    `curl ${baseUrl}/chat/completions \\`,
    `  -H 'Authorization: Bearer YOUR_KEY' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"messages": [{"role": "user", "content": "Hello"}], "stream": false}'`,
  ].join('\n');
  return (
    <Card title={words.title} lead={words.lead(baseUrl)}>
      <CodeBlock code={command} what={words.copy} />
    </Card>
  );
}
