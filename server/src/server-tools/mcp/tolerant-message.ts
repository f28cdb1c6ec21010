import type { JSONRPCMessage } from '@modelcontextprotocol/client';

type Fields = Readonly<Record<string, unknown>>;

const CONTENT_TYPES: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);
const UNKNOWN_CONTENT = { type: 'text', text: '[content of a kind that is not shown]' };

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Also the fields of its fields, such as `annotations`. Never of a schema, in which null may be a value. */
function tolerantTool(tool: unknown): unknown {
  if (!isFields(tool)) return tool;
  const { annotations, ...fields } = withoutNulls(tool);
  return isFields(annotations) ? { ...fields, annotations: withoutNulls(annotations) } : fields;
}

function tolerantContent(item: unknown): unknown {
  if (!isFields(item)) return item;
  if (typeof item['type'] === 'string' && !CONTENT_TYPES.has(item['type'])) return UNKNOWN_CONTENT;
  const fields = withoutNulls(item);
  const nested = Object.entries(fields).map(([name, value]) => [
    name,
    isFields(value) ? withoutNulls(value) : value,
  ]);
  return Object.fromEntries(nested) as Fields;
}

/**
 * A message as the library's schemas take it. They refuse a result for one field that is null instead of absent, as serializers of other
 * languages write it, and for one item of content that a later revision of the protocol brings.
 */
export function tolerantMessage(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isFields(message.result)) return message;
  const fields = withoutNulls(message.result);
  const { tools, content } = fields;
  return {
    ...message,
    result: {
      ...fields,
      ...(Array.isArray(tools) ? { tools: tools.map(tolerantTool) } : {}),
      ...(Array.isArray(content) ? { content: content.map(tolerantContent) } : {}),
    },
  };
}
