import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '../../../refusal.ts';
import { readErrorObject, readRefusal } from './read-refusal.ts';

const openai = (message: string, code: string | number | null = null, more: object = {}): object => ({
  error: { message, type: 'invalid_request_error', param: null, code, ...more },
});
const anthropic = (message: string, type = 'invalid_request_error'): object => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1',
});
const flat = (message: string, type = 'BadRequestError', code = 400): object => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
});
const openRouter = (raw: unknown, code = 400): object => ({
  error: {
    message: 'Provider returned error',
    code,
    metadata: { raw: typeof raw === 'string' ? raw : JSON.stringify(raw), provider_name: 'X' },
  },
});
const gemini = (code: number, status: string, message: string, details: readonly object[] = []): object => ({
  error: { code, message, status, details },
});

type Case = readonly [
  name: string,
  status: number,
  body: unknown,
  reason: RefusalReason,
  counts?: readonly (number | undefined)[],
];

/** Counts: tokens of the prompt, of the window, and what the reply may have. */
const CASES: readonly Case[] = [
  [
    'OpenAI, prompt',
    400,
    openai(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8545 tokens. Please reduce the length of the messages.",
      'context_length_exceeded',
    ),
    'context_length',
    [8545, 8192, 0],
  ],
  [
    'OpenAI, prompt and reply',
    400,
    openai(
      "This model's maximum context length is 8192 tokens. However, you requested 10346 tokens (346 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
      'context_length_exceeded',
    ),
    'context_length',
    [346, 8192, 7846],
  ],
  [
    'OpenAI, window',
    400,
    openai(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'context_length_exceeded',
    ),
    'context_length',
  ],
  [
    'OpenAI, limit',
    400,
    openai(
      'Input tokens exceed the configured limit of 272,000 tokens. Your messages resulted in 300,123 tokens. Please reduce the length of the messages.',
      'context_length_exceeded',
    ),
    'context_length',
    [300123, 272000, 0],
  ],
  [
    'OpenAI, a text',
    400,
    openai(
      "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 2000000 instead.",
      'string_above_max_length',
    ),
    'context_length',
  ],
  [
    'OpenAI, ceiling',
    400,
    openai(
      'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
      'invalid_value',
      { param: 'max_tokens' },
    ),
    'output_ceiling',
    [undefined, undefined, 16384],
  ],
  [
    'OpenAI, quota',
    429,
    openai(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      { type: 'insufficient_quota' },
    ),
    'quota',
  ],
  [
    'OpenAI, rate',
    429,
    openai(
      'Rate limit reached for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Used 29000, Requested 3000. Please try again in 4s.',
      'rate_limit_exceeded',
      { type: 'tokens' },
    ),
    'throttled',
  ],
  [
    'OpenAI, billing',
    429,
    openai(
      'Your account is not active, please check your billing details on our website.',
      'billing_not_active',
    ),
    'account',
  ],
  [
    'Azure, filter',
    400,
    openai(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      'content_filter',
      { innererror: { code: 'ResponsibleAIPolicyViolation' } },
    ),
    'content_filter',
  ],
  [
    'Azure, deployment',
    404,
    {
      error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
    },
    'model',
  ],
  [
    'Anthropic, prompt',
    400,
    anthropic('prompt is too long: 213462 tokens > 200000 maximum'),
    'context_length',
    [213462, 200000, 0],
  ],
  [
    'Anthropic, prompt and reply',
    400,
    anthropic(
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    ),
    'context_length',
    [188240, 200000, 11760],
  ],
  [
    'Anthropic, ceiling',
    400,
    anthropic(
      'max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022',
    ),
    'output_ceiling',
    [undefined, undefined, 8192],
  ],
  ['Anthropic, size', 413, anthropic('Request exceeds the maximum size', 'request_too_large'), 'size'],
  [
    'Anthropic, image bytes',
    400,
    anthropic(
      'messages.46.content.9.image.source.base64: image exceeds 5 MB maximum: 6096280 bytes > 5242880 bytes',
    ),
    'images',
  ],
  [
    'Anthropic, image pixels',
    400,
    anthropic(
      'messages.84.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    ),
    'images',
  ],
  ['Anthropic, images', 400, anthropic('messages: Too many images and documents: 101 + 0 > 100'), 'images'],
  [
    'Anthropic, balance',
    400,
    anthropic(
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    'account',
  ],
  [
    'Anthropic, limit',
    400,
    anthropic(
      'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
    ),
    'quota',
  ],
  [
    'Anthropic, rate',
    429,
    anthropic(
      'This request would exceed the rate limit for your organization of 30,000 input tokens per minute.',
      'rate_limit_error',
    ),
    'throttled',
  ],
  ['Anthropic, overloaded', 529, anthropic('Overloaded', 'overloaded_error'), 'overloaded'],
  [
    'Bedrock, prompt',
    400,
    {
      __type: 'com.amazon.coral.service#ValidationException',
      message: 'Input is too long for requested model.',
    },
    'context_length',
  ],
  [
    'Bedrock, nested',
    400,
    {
      message: 'The model returned the following errors: prompt is too long: 210000 tokens > 200000 maximum',
    },
    'context_length',
    [210000, 200000, 0],
  ],
  [
    'Bedrock, ceiling',
    400,
    {
      message:
        'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    },
    'output_ceiling',
    [undefined, undefined, 4095],
  ],
  [
    'Bedrock, throttled',
    429,
    { __type: 'ThrottlingException', message: 'Too many tokens, please wait before trying again.' },
    'throttled',
  ],
  [
    'Bedrock, throttled as 400',
    400,
    { __type: 'ThrottlingException', message: 'Too many tokens, please wait before trying again.' },
    'throttled',
  ],
  [
    'Bedrock, quota',
    400,
    {
      __type: 'ServiceQuotaExceededException',
      message: 'Your request exceeds the service quota for your account.',
    },
    'quota',
  ],
  ['Bedrock, model', 400, { message: 'The provided model identifier is invalid.' }, 'model'],
  [
    'Gemini, prompt',
    400,
    gemini(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    ),
    'context_length',
    [1196265, 1048575, 0],
  ],
  [
    'Gemini, in a list',
    400,
    [
      gemini(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
      ),
    ],
    'context_length',
    [1196265, 1048575, 0],
  ],
  [
    'Vertex, prompt',
    400,
    gemini(
      400,
      'INVALID_ARGUMENT',
      'Unable to submit request because the input token count is 32783 but model only supports up to 32768.',
    ),
    'context_length',
    [32783, 32768, 0],
  ],
  [
    'Vertex, ceiling',
    400,
    gemini(
      400,
      'INVALID_ARGUMENT',
      'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).',
    ),
    'output_ceiling',
    [undefined, undefined, 65536],
  ],
  [
    'Gemini, bytes',
    400,
    gemini(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'),
    'size',
  ],
  [
    'Gemini, day',
    429,
    gemini(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details.',
      [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] }],
    ),
    'quota',
  ],
  [
    'Gemini, minute',
    429,
    gemini(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted.', [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' },
    ]),
    'throttled',
  ],
  [
    'Gemini, key',
    400,
    gemini(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { reason: 'API_KEY_INVALID' },
    ]),
    'credential',
  ],
  [
    'Gemini, overloaded',
    503,
    gemini(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    'overloaded',
  ],
  [
    'vLLM, prompt and reply',
    400,
    flat(
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
    ),
    'context_length',
    [4000, 4096, 96],
  ],
  [
    'vLLM, max_tokens',
    400,
    openai(
      "'max_tokens' or 'max_completion_tokens' is too large: 100000. This model's maximum context length is 32768 tokens and your request has 1000 input tokens (100000 > 32768 - 1000).",
      400,
      { type: 'BadRequestError' },
    ),
    'context_length',
    [1000, 32768, 31768],
  ],
  [
    'vLLM, request has',
    400,
    openai(
      "This model's maximum context length is 32768 tokens. However, your request has 40000 input tokens. Please reduce the length of the input messages.",
      400,
    ),
    'context_length',
    [40000, 32768, 0],
  ],
  [
    'vLLM, passed',
    400,
    openai(
      "You passed 4000 input tokens and requested 200 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 3896 tokens.",
      400,
    ),
    'context_length',
    [4000, 4096, 96],
  ],
  [
    'vLLM, decoder',
    400,
    flat(
      'The decoder prompt (length 41000) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
    ),
    'context_length',
    [41000, 32768, 0],
  ],
  [
    'vLLM, at least',
    400,
    openai(
      "This model's maximum context length is 8192 tokens. However, you requested 4096 output tokens and your prompt contains at least 4097 input tokens, for a total of at least 8193 tokens.",
      400,
    ),
    'context_length',
    [4097, 8192, 2047],
  ],
  ['vLLM, images', 400, flat('At most 1 image(s) may be provided in one request.'), 'images'],
  ['vLLM, model', 404, flat('The model `x` does not exist.', 'NotFoundError', 404), 'model'],
  [
    'SGLang, prompt',
    400,
    flat("The input (41000 tokens) is longer than the model's context length (32768 tokens)."),
    'context_length',
    [41000, 32768, 0],
  ],
  [
    'SGLang, total',
    400,
    flat(
      "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 40000 tokens: 30000 tokens from the input messages and 10000 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    ),
    'context_length',
    [30000, 32768, 2768],
  ],
  [
    'llama.cpp, fields',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 13392,
        n_ctx: 8192,
      },
    },
    'context_length',
    [13392, 8192, 0],
  ],
  [
    'llama.cpp, words',
    400,
    {
      error: {
        code: 400,
        message: 'request (13392 tokens) exceeds the available context size (8192 tokens), try increasing it',
        type: 'invalid_request_error',
      },
    },
    'context_length',
    [13392, 8192, 0],
  ],
  [
    'llama.cpp, older',
    500,
    { error: { code: 500, message: 'context shift is disabled', type: 'server_error' } },
    'context_length',
  ],
  [
    'llama.cpp, full',
    500,
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    'context_length',
  ],
  [
    'llama.cpp, batch',
    500,
    {
      error: {
        code: 500,
        message: 'input is too large to process. increase the physical batch size',
        type: 'server_error',
      },
    },
    'context_length',
  ],
  [
    'llama.cpp, loading',
    503,
    { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    'overloaded',
  ],
  ['Ollama', 400, { error: 'prompt too long; exceeded max context length by 4096 tokens' }, 'context_length'],
  [
    'Ollama, input',
    400,
    { error: { message: 'the input length exceeds the context length', type: 'api_error' } },
    'context_length',
  ],
  [
    'Ollama, busy',
    503,
    { error: 'server busy, please try again.  maximum pending requests exceeded' },
    'overloaded',
  ],
  [
    'Mistral',
    400,
    {
      object: 'error',
      message: 'Prompt contains 300000 tokens, too large for model with 131072 maximum context length',
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
    },
    'context_length',
    [300000, 131072, 0],
  ],
  [
    'Mistral, 422',
    422,
    {
      object: 'error',
      message: {
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'messages'],
            msg: 'Prompt contains 300000 tokens, too large for model with 131072 maximum context length',
          },
        ],
      },
    },
    'context_length',
    [300000, 131072, 0],
  ],
  [
    'xAI',
    400,
    {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
    'context_length',
    [537812, 131072, 0],
  ],
  [
    'xAI, key',
    400,
    { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' },
    'credential',
  ],
  [
    'xAI, credits',
    403,
    {
      code: 'The caller does not have permission to execute the specified operation',
      error: "Your newly created team doesn't have any credits yet.",
    },
    'account',
  ],
  [
    'DeepSeek',
    400,
    openai(
      "This model's maximum context length is 65536 tokens. However, you requested 66000 tokens (65000 in the messages, 1000 in the completion).",
      'invalid_request_error',
    ),
    'context_length',
    [65000, 65536, 536],
  ],
  [
    'DeepSeek, ceiling',
    400,
    openai('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 'invalid_request_error'),
    'output_ceiling',
    [undefined, undefined, 8192],
  ],
  [
    'DeepSeek, balance',
    402,
    openai('Insufficient Balance', 'invalid_request_error', { type: 'unknown_error' }),
    'account',
  ],
  [
    'OpenRouter',
    400,
    openai(
      'This endpoint\'s maximum context length is 128000 tokens. However, you requested about 140000 tokens (130000 of text input, 8000 of tool input, 2000 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
      400,
    ),
    'context_length',
    [138000, 128000, 0],
  ],
  [
    'OpenRouter, nested',
    400,
    openRouter(anthropic('prompt is too long: 213462 tokens > 200000 maximum')),
    'context_length',
    [213462, 200000, 0],
  ],
  ['OpenRouter, nested text', 400, openRouter('prompt is too long'), 'context_length'],
  [
    'OpenRouter, nested balance',
    400,
    openRouter(anthropic('Your credit balance is too low to access the Anthropic API.')),
    'account',
  ],
  [
    'OpenRouter, credits',
    402,
    openai(
      'This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 4717. To increase, visit https://openrouter.ai/settings/credits',
      402,
    ),
    'account',
  ],
  [
    'OpenRouter, prompt credits',
    402,
    openai(
      'Prompt tokens limit exceeded: 77084 > 67343. To increase, visit https://openrouter.ai/settings/credits',
      402,
    ),
    'account',
  ],
  ['OpenRouter, key limit', 403, openai('Key limit exceeded (total limit).', 403), 'account'],
  [
    'OpenRouter, throttled',
    429,
    openRouter('x is temporarily rate-limited upstream. Please retry shortly.', 429),
    'throttled',
  ],
  [
    'Groq, context',
    400,
    openai('Please reduce the length of the messages or completion.', 'context_length_exceeded'),
    'context_length',
  ],
  [
    'Groq, per minute',
    413,
    openai(
      'Request too large for model `x` in organization `o` on tokens per minute (TPM): Limit 6000, Requested 8000, please reduce your message size and try again.',
      'rate_limit_exceeded',
      { type: 'tokens' },
    ),
    'context_length',
    [8000, 6000, 0],
  ],
  [
    'Groq, ceiling',
    400,
    openai(
      '`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    ),
    'output_ceiling',
    [undefined, undefined, 32768],
  ],
  [
    'Together',
    422,
    openai(
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 4000 `inputs` tokens and 512 `max_new_tokens`',
    ),
    'context_length',
    [4000, 4097, 97],
  ],
  [
    'Moonshot',
    400,
    openai('Your request exceeded model token limit: 262144 (requested: 300000)'),
    'context_length',
    [300000, 262144, 0],
  ],
  ['MiniMax', 400, openai('invalid params, context window exceeds limit (2013)'), 'context_length'],
  ['Z.ai', 400, { error: { code: '1261', message: 'Prompt exceeds max length' } }, 'context_length'],
  [
    'Copilot',
    400,
    openai('prompt token count of 130000 exceeds the limit of 128000', 'model_max_prompt_tokens_exceeded'),
    'context_length',
    [130000, 128000, 0],
  ],
  [
    'Cerebras',
    400,
    openai(
      'Please reduce the length of the messages or completion. Current length is 10000 while limit is 8192',
      'context_length_exceeded',
    ),
    'context_length',
    [10000, 8192, 0],
  ],
  [
    'LM Studio',
    400,
    {
      error:
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    },
    'context_length',
  ],
  ['Model Studio', 400, openai('Range of input length should be [1, 129024]'), 'context_length'],
  ['a proxy', 413, '<html><head><title>413 Request Entity Too Large</title></head></html>', 'size'],
  ['a queue', 500, openai('The server is overloaded, please try again later.'), 'overloaded'],
  [
    'a field',
    400,
    openai(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
      { param: 'max_tokens' },
    ),
    'parameter',
  ],
];

const text = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

describe('an error of an engine', () => {
  it.each(CASES.map((one) => [one[0], one] as const))(
    '%s',
    (_name, [, status, body, reason, counts = []]) => {
      const [tokens, mostTokens, fits] = counts;
      const { refusal } = readRefusal(text(body), status);
      expect(refusal).toMatchObject({ reason });
      if (tokens !== undefined) expect(refusal?.prompt).toEqual({ tokens, mostTokens });
      if (fits !== undefined) expect(refusal?.fitsTokens).toBe(fits);
      expect(JSON.stringify(refusal)).not.toMatch(/claude|gpt|openrouter|organization/);
    },
  );

  const ABOUT_THE_PROMPT = CASES.filter(
    ([, status, body, reason]) =>
      ['context_length', 'output_ceiling', 'images'].includes(reason) &&
      status < 500 &&
      typeof body === 'object',
  );

  it.each([413, 422, 500, 502, 503, undefined])(
    'is the same with status %s, and beside a reply',
    (status) => {
      for (const [name, , body, reason] of ABOUT_THE_PROMPT) {
        if (status !== undefined)
          expect(readRefusal(text(body), status).refusal, name).toMatchObject({ reason });
        else if (text(body).includes('error') && !('message' in (body as object)))
          expect(readErrorObject(text(body), undefined)?.refusal, name).toMatchObject({ reason });
      }
    },
  );

  it('as an event of a body with an error status, and cut off', () => {
    const body = text(anthropic('prompt is too long: 213462 tokens > 200000 maximum'));
    expect(readRefusal(`event: error\ndata: ${body}\n\n`, 400).refusal).toMatchObject({
      reason: 'context_length',
    });
    expect(readRefusal(body.slice(0, -5), 400).refusal).toMatchObject({ reason: 'context_length' });
  });

  it('is not looked for in a reply', () => {
    const reply = { choices: [{ message: { content: 'prompt is too long' } }] };
    expect(readErrorObject(JSON.stringify(reply), undefined)).toBeUndefined();
  });

  it('is not looked for in what an error repeats of the request', () => {
    const echoed = {
      detail: [
        {
          type: 'missing',
          loc: ['body', 'x'],
          msg: 'Field required',
          input: { messages: ['prompt is too long'] },
        },
      ],
    };
    expect(readRefusal(JSON.stringify(echoed), 422).refusal).toBeUndefined();
    const long = openai(`${'x'.repeat(2000)} prompt is too long`);
    expect(readRefusal(JSON.stringify(long), 400).refusal).toBeUndefined();
  });

  it('D-ENG-9 has a hint in its body', () => {
    const body = gemini(429, 'RESOURCE_EXHAUSTED', 'x', [{ retryDelay: '34.07s' }]);
    expect(readRefusal(JSON.stringify(body), 429).retryAfterSeconds).toBe(34.07);
  });
});
