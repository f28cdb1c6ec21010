import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';

function itemText(item: ContentBlock): string {
  switch (item.type) {
    case 'text':
      return item.text;
    case 'resource':
      return 'text' in item.resource ? item.resource.text : `[file ${item.resource.uri}, not shown]`;
    case 'resource_link':
      return `[resource ${item.name}: ${item.uri}]`;
    case 'image':
      return '[image, not shown]';
    case 'audio':
      return '[audio, not shown]';
    default:
      return '[content of a kind that is not shown]';
  }
}

/** A result as text. Structured content is said only where no text says it: servers send both with the same meaning. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const items = content.map(itemText);
  const structured = structuredContent !== undefined && !content.some(({ type }) => type === 'text');
  if (structured) items.push(JSON.stringify(structuredContent));
  const text = items
    .filter((item) => item !== '')
    .join('\n\n')
    .toWellFormed();
  return text === '' ? '(no content)' : text;
}
