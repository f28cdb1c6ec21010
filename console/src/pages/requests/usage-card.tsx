import type { RequestRecord } from '@svc/contract';
import { requestStrings } from '../../strings/requests.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';

const { usage: words } = requestStrings;

export function UsageCard({ usage }: { readonly usage: RequestRecord['usage'] }) {
  const tools = Object.entries(usage.server_tool_use);
  return (
    <Card title={words.title}>
      <Facts
        facts={{
          [words.input]: formatCount(usage.input_tokens),
          [words.cached]: formatCount(usage.cached_input_tokens),
          [words.output]: formatCount(usage.output_tokens),
          [words.reasoning]: usage.reasoning_tokens > 0 ? formatCount(usage.reasoning_tokens) : undefined,
          [words.tools]:
            tools.length > 0 ? (
              <ul>
                {tools.map(([name, count]) => (
                  <li key={name}>{words.toolUse(name, formatCount(count))}</li>
                ))}
              </ul>
            ) : undefined,
        }}
      />
    </Card>
  );
}
