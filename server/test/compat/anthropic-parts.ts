/** Parts of requests in Anthropic's form, and what engines are sent for them. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';
export const user = (content: unknown) => ({ role: 'user', content });
export const assistant = (content: unknown) => ({ role: 'assistant', content });
export const text = (value: string) => ({ type: 'text', text: value });
export const tool = (name: string, more: object = {}) => ({
  name,
  input_schema: { type: 'object' },
  ...more,
});
export const use = (id: string, input: unknown = { a: 1 }) => ({ type: 'tool_use', id, name: 'f', input });
export const result = (id: string, content?: unknown) => ({ type: 'tool_result', tool_use_id: id, content });
export const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
export const imageUrl = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } };
