import {
  chunk,
  DESTROY,
  ERROR_MARKERS,
  errorReply,
  hang,
  hangUp,
  rawReply,
  sse,
  STALL,
  streamOf,
  textReply,
  toolCalls,
  type PlannedReply,
  type RecordedRequest,
  type Reply,
  type ScriptedRequest,
} from '#test-kit';

export const ENGINE_NAME = 'engine-name-marker';
export const ROUTE_MODEL = 'route-model-marker';
/** Must not appear in any response byte or log line. Operators may only see the engine's name. */
export const MARKERS = [
  ...ERROR_MARKERS,
  'chatcmpl-upstream-marker',
  'call_marker',
  'marker_error',
  'marker_code',
  'header-marker',
  ROUTE_MODEL,
];

const MARKED = {
  server: 'VendorMarker',
  'x-engine': 'header-marker',
  'x-request-id': 'header-marker',
  'openai-organization': 'header-marker',
};
/** One event of an engine's stream. */
export const words = sse(chunk({ content: 'alpha ' }));
const vendorError = {
  error: {
    message: 'VendorMarker at engine-host.marker.internal',
    type: 'marker_error',
    code: 'marker_code',
  },
};

/** Calls server tools once, and then answers from their results. */
function served(request: ScriptedRequest): PlannedReply {
  const asked = JSON.stringify(request.body['messages'] ?? null);
  const url = /fetch:([^"\\\s]+)/.exec(asked)?.[1] ?? 'http://127.0.0.1:1/';
  const call = (name: string, input: object) => ({
    id: 'call_marker',
    name,
    arguments: JSON.stringify(input),
  });
  const calls = [
    call('svc_web_fetch', { url }),
    call('svc_web_search', { query: 'alpha' }),
    call('s__echo', { text: 'alpha' }),
    call('s__throw', {}),
  ];
  const reply = asked.includes('"role":"tool"') ? textReply(['alpha.[[c0', '.0]] beta']) : toolCalls(calls);
  return typeof reply === 'function' ? reply(request) : reply;
}

/** What the upstream does when a prompt contains `plan:<name>`: plans without a fault. */
export const SOUND_PLANS: Readonly<Record<string, Reply>> = {
  text: textReply('alpha beta gamma'),
  uncounted: textReply('alpha beta', { usage: null }),
  tools: toolCalls([
    { id: 'call_marker', name: 'look_up', arguments: '{"q":"alpha"}' },
    { name: 'look_up', arguments: '{}' },
  ]),
  served,
  cited: textReply(['alpha.[[c0', '.0]] beta [[c9.9]] [[c']),
  form: textReply('{"q":"alpha"}'),
  fenced: textReply('Here:\n```json\n{"q":"alpha"}\n```'),
  filtered: textReply('alpha', { finishReason: 'content_filter' }),
  reasoned: streamOf([chunk({ reasoning_content: 'alpha' }), 'beta ', chunk({ reasoning: 'gamma' })], {
    finishReason: 'stop',
  }),
};
/** The same for every kind of engine fault. */
export const FAULT_PLANS: Readonly<Record<string, Reply>> = {
  ...Object.fromEntries(
    [302, 400, 401, 403, 404, 408, 413, 418, 422, 429, 500, 502, 503, 504, 529].map((status) => [
      `status${status}`,
      errorReply(status, {
        ...MARKED,
        'retry-after': 'header-marker',
        location: 'http://engine-host.marker.internal/',
      }),
    ]),
  ),
  cut: rawReply([words, words, DESTROY]),
  cutEarly: rawReply([DESTROY]),
  hangUp: hangUp(),
  hang: hang(),
  stall: rawReply([words, STALL]),
  garbage: rawReply([
    words,
    'data: {"VendorMarker\n\n',
    'data: [1,2]\n\nevent: VendorMarker\ndata: null\n\n',
    Buffer.from([0xff, 0xfe, 0x0a, 0x0a]),
  ]),
  errorEvent: rawReply([words, sse(vendorError), sse('[DONE]')]),
  errorFirst: rawReply([sse(vendorError)]),
  unfinished: rawReply([words]),
  brokenCall: toolCalls([{ id: 'call_marker', name: 'look_up', arguments: '{"q":' }]),
  nothing: rawReply([]),
  page: rawReply(['<html>VendorMarker engine-host.marker.internal</html>'], {
    'content-type': 'text/html',
    ...MARKED,
  }),
  wrongShapes: rawReply([
    sse({ choices: 'VendorMarker' }),
    sse({ choices: [{ delta: { content: 7, tool_calls: [null, { index: 'x' }] } }] }),
    sse('[DONE]'),
  ]),
};
const PLANS: Readonly<Record<string, Reply>> = { ...SOUND_PLANS, ...FAULT_PLANS };

/** The plan that a request names; a mutated prompt may have lost it. */
export function planOf(request: RecordedRequest): Reply {
  return PLANS[/plan:(\w+)/.exec(request.text)?.[1] ?? 'text'] ?? SOUND_PLANS['text']!;
}
