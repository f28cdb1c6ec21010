/** One way to ask for a streamed reply, and how its stream says things. */
export interface Door {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The whole word that bridges silence. */
  readonly word: RegExp;
  /** What a stream that begins with silence says before the word. */
  readonly opening: RegExp;
  /** The text of a reply, by the chunks in its stream. */
  readonly chunk: RegExp;
  readonly end: RegExp;
  /** The failure of an engine behind the head. */
  readonly failure: RegExp;
}

const MESSAGES = [{ role: 'user', content: 'Hi' }];
const model = 'Svc Standard';
const COMMENT = /^: keep-alive$/m;
const PING = /^event: ping\ndata: \{"type":"ping"\}$/m;
const NOTHING = /^$/;
const MESSAGE_START = /^event: message_start\ndata: \{"type":"message_start",.*\}\n\n$/;

/** Every operation that streams what a model writes. */
export const DOORS: Readonly<Record<string, Door>> = {
  'live chat': {
    path: '/v1/chat/completions',
    body: { model, messages: MESSAGES, stream: true },
    word: COMMENT,
    opening: NOTHING,
    chunk: /"delta":\{"content":"([^"]+)"\}/g,
    end: /data: \[DONE\]\n\n$/,
    failure: /\n\ndata: \{"error":\{"type":"api_error","code":"stream_error",.*\}\n\n$/,
  },
  messages: {
    path: '/v1/messages',
    body: { model, max_tokens: 100, messages: MESSAGES, stream: true },
    word: PING,
    opening: MESSAGE_START,
    chunk: /"delta":\{"type":"text_delta","text":"([^"]+)"\}/g,
    end: /event: message_stop\ndata: .*\n\n$/,
    failure: /\n\nevent: error\ndata: \{"type":"error","error":\{.*"code":"overloaded".*\}\n\n$/,
  },
  'chat of OpenAI': {
    path: '/compat/openai/v1/chat/completions',
    body: { model, messages: MESSAGES, stream: true },
    word: COMMENT,
    opening: NOTHING,
    chunk: /"delta":\{"content":"([^"]+)"\}/g,
    end: /data: \[DONE\]\n\n$/,
    failure: /\n\ndata: \{"error":\{.*"type":"server_error".*\}\n\n$/,
  },
  'responses of OpenAI': {
    path: '/compat/openai/v1/responses',
    body: { model, input: 'Hi', stream: true },
    word: /^event: keepalive\ndata: \{"type":"keepalive","sequence_number":2\}$/m,
    opening:
      /^event: response\.created\n.*"sequence_number":0\}\n\nevent: response\.in_progress\n.*"sequence_number":1\}\n\n$/,
    chunk: /"type":"response\.output_text\.delta".*"delta":"([^"]+)"/g,
    end: /event: response\.completed\ndata: .*\n\n$/,
    failure: /\n\nevent: response\.failed\ndata: \{.*"status":"failed".*"code":"server_error".*\}\n\n$/,
  },
  'messages of Anthropic': {
    path: '/compat/anthropic/v1/messages',
    body: { model, max_tokens: 100, messages: MESSAGES, stream: true },
    word: PING,
    opening: MESSAGE_START,
    chunk: /"delta":\{"type":"text_delta","text":"([^"]+)"\}/g,
    end: /event: message_stop\ndata: .*\n\n$/,
    failure: /\n\nevent: error\ndata: \{"type":"error","error":\{"type":"(api|overloaded)_error".*\}\n\n$/,
  },
};
