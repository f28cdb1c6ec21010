import { addedFields, DOCUMENT, pageOf } from './added-fields.ts';
import type { Body } from './cases.ts';
import { CANARY } from './canaries.ts';
import type { Random } from '#test-kit';
import type { Sites } from './sites.ts';

const IMAGE = {
  type: 'image_url',
  image_url: { url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA', detail: 'low' },
};
const FILE = {
  type: 'file',
  file: { filename: `${CANARY}.txt`, file_data: `data:text/plain;base64,${DOCUMENT}` },
};
const INDEXES = { start_index: 0, end_index: 3 };
const ANNOTATION = {
  type: 'url_citation',
  url_citation: { url: 'https://a.test/', title: CANARY, ...INDEXES },
};

/** A valid extended chat body, with canaries wherever callers put text. */
export function validExtendedBody(random: Random, plan: string, sites: Sites): Body {
  const { fields, tools, mayFail } = addedFields(random, sites, false);
  const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{}' } };
  const talk = [
    {
      role: 'assistant',
      content: CANARY,
      annotations: random.chance(0.5) ? [ANNOTATION] : [],
      tool_calls: [call],
    },
    { role: 'tool', tool_call_id: 'call_1', content: CANARY },
  ];
  const cited = random.chance(0.3) && !('response_format' in fields);
  const asked = { type: 'text', text: `${CANARY} plan:${plan} ${pageOf(sites, random)}` };
  const look = { name: 'look_up', description: CANARY, parameters: { type: 'object' } };
  const functions = random.chance(0.4);
  const value = {
    messages: [
      { role: 'system', content: CANARY },
      {
        role: 'user',
        content: [
          ...(random.chance(0.3) ? [IMAGE] : []),
          ...(cited || random.chance(0.2) ? [FILE] : []),
          asked,
        ],
      },
      ...(random.chance(0.3) ? talk : []),
    ],
    ...(random.chance(0.7) ? { stream: random.chance(0.6) } : {}),
    ...(functions || tools.length > 0
      ? { tools: [...(functions ? [{ type: 'function', function: look }] : []), ...tools] }
      : {}),
    ...(functions
      ? {
          tool_choice: random.pick(['auto', 'required', { type: 'function', function: { name: 'look_up' } }]),
        }
      : {}),
    ...(random.chance(0.2)
      ? { stop: random.pick<unknown>(['beta', [CANARY]]), user: CANARY, metadata: { note: CANARY } }
      : {}),
    ...(random.chance(0.2)
      ? { temperature: 1, parallel_tool_calls: false, stream_options: { include_usage: true } }
      : {}),
    ...(cited ? { citations: { enabled: true } } : {}),
    ...fields,
  };
  return { value, mayFail };
}
