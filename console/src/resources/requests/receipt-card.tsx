import type { RequestRecord } from '@svc/contract';
import { requestStrings } from '../../strings/requests.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatUsd } from '../../ui/text/format.ts';
import { Card } from '../../ui/page.tsx';

const { receipt: words } = requestStrings;

/** What was used and what it costs. */
export function ReceiptCard({ record }: { readonly record: RequestRecord }) {
  const { receipt, usage, billing_source: source } = record;
  if (receipt === null || source === null) {
    return (
      <Card title={words.title}>
        <p className="text-quiet">{words.nothing}</p>
      </Card>
    );
  }
  const isOfPlan = source === 'subscription';
  return (
    <Card title={words.title} lead={receipt.closed_early ? words.closedEarly : undefined}>
      <Facts
        facts={{
          [words.input]: formatCount(usage.input_tokens),
          [words.cached]: formatCount(usage.cached_input_tokens),
          [words.output]: formatCount(usage.output_tokens),
          [words.reasoning]: usage.reasoning_tokens > 0 ? formatCount(usage.reasoning_tokens) : undefined,
          [words.tools]:
            Object.keys(usage.server_tool_use).length > 0 ? (
              <ToolUse use={usage.server_tool_use} />
            ) : undefined,
          [words.counted]: words.measures[receipt.measured],
          [words.paidBy]: words.sources[source],
          [words.allowance]: isOfPlan ? words.tokens(formatCount(record.allowance_tokens)) : undefined,
          [words.cost]: isOfPlan ? undefined : formatUsd(record.cost_usd),
        }}
      />
    </Card>
  );
}

function ToolUse({ use }: { readonly use: RequestRecord['usage']['server_tool_use'] }) {
  return (
    <ul>
      {Object.entries(use).map(([name, count]) => (
        <li key={name}>{words.toolUse(name, formatCount(count))}</li>
      ))}
    </ul>
  );
}
