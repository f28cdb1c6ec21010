import type { RefusalReason } from '../../../refusal.ts';

/** How engines say one thing. */
export interface RefusalRow {
  readonly reason: RefusalReason;
  /** Values of `code`, `type`, `status` and their like. */
  readonly codes: readonly string[];
  /** Sentences in lower case, without quotation marks and without separators in numbers. */
  readonly words: RegExp;
  /** Statuses that mean something else, whatever the words. */
  readonly notWith?: readonly number[];
}

/** A limit of the account is told in the words of a limit of the model. */
const ABOUT_THE_ACCOUNT = [401, 402, 403, 404, 429];

/**
 * Codes and words of OpenAI, Azure, Anthropic, Bedrock, Gemini, vLLM, SGLang, llama.cpp, Ollama, Mistral, xAI, DeepSeek,
 * OpenRouter, Groq, Together, Moonshot, MiniMax, Z.ai and Model Studio. The first row that fits decides: what is more
 * particular comes first.
 */
export const REFUSAL_TABLE: readonly RefusalRow[] = [
  {
    reason: 'content_filter',
    codes: [
      'content_filter',
      'content_policy_violation',
      'responsibleaipolicyviolation',
      'data_inspection_failed',
      'prohibited_content',
    ],
    words:
      /input was flagged|content management policy|content exists risk|inappropriate content|blocked by .{0,30}content filter/,
    notWith: [401, 402, 404, 429],
  },
  {
    reason: 'expired',
    codes: ['expiredtokenexception', 'expiredtoken'],
    words: /security token included in the request is expired/,
    notWith: [402, 429],
  },
  {
    reason: 'credential',
    codes: [
      'api_key_invalid',
      'invalid_api_key',
      'invalidapikey',
      'authentication_error',
      'unrecognizedclientexception',
      'accessdeniedexception',
      'invalidsignatureexception',
      'incompletesignature',
      'missingauthenticationtokenexception',
      'unauthenticated',
    ],
    words:
      /api[ -]key not valid|(incorrect|invalid|expired|wrong) (x-)?api[ -]?key|invalid authentication|no auth credentials/,
    notWith: [402, 429],
  },
  {
    reason: 'account',
    codes: [
      'billing_error',
      'billing_not_active',
      'arrearage',
      'insufficient_balance',
      'insufficient_credits',
      'insufficient_funds',
      'account_deactivated',
      '1113',
    ],
    words:
      /credit balance is too low|(insufficient|not enough|negative) (account )?(balance|credits?|funds)|requires more credits|(have|has)(nt| not| no)? any credits|have any credits|used all available credits|account is not active|payment required|key limit exceeded|prompt tokens limit exceeded:|billing (hard )?limit|overdue payment/,
  },
  {
    reason: 'quota',
    codes: [
      'insufficient_quota',
      'servicequotaexceededexception',
      'billing_hard_limit_reached',
      'quota_exceeded',
      'exceeded_current_quota_error',
    ],
    words:
      /per_?day|(daily|weekly|monthly|api|specified api) (usage )?limits?\b|monthly spending limit|spending limit|(quota|usage limit) (has been |is )?(exceeded|exhausted|reached)|reached your .{0,30}usage limits?/,
    notWith: [401, 403, 404],
  },
  {
    reason: 'throttled',
    codes: [
      'throttlingexception',
      'throttling',
      'modelnotreadyexception',
      'rate_limit_error',
      'rate_limit_exceeded',
      'rate_limit_reached_error',
      'too_many_requests',
      'toomanyrequestsexception',
      'resource_exhausted',
      'requests_limit',
      'throttling.ratequota',
    ],
    words:
      /too many (requests|concurrent)|rate[ -]limit|please wait before trying again|temporarily rate-limited/,
    notWith: [401, 402, 403, 404, 413],
  },
  {
    reason: 'timeout',
    codes: ['modeltimeoutexception', 'deadline_exceeded', 'timeout_error', 'request_timeout'],
    words: /(upstream|request|gateway|model|deadline).{0,20}\b(timed out|timeout|time-out|deadline exceeded)/,
    notWith: [400, 401, 402, 403, 404, 413, 422, 429],
  },
  {
    reason: 'images',
    codes: [
      'image_too_large',
      'too_many_images',
      'image_limit_exceeded',
      'max_images_exceeded',
      'invalid_image_size',
      'image_above_max_size',
    ],
    words:
      /\bimages?\b.{0,40}\b(exceeds?|too (large|big|many)|larger than|over the (limit|maximum)|above the (limit|maximum))|too many (total )?images|(number of|num) images|(at most|more than|fewer than|up to|maximum of|max(imum)? number of|supports only|only supports?|only) (\d+ )?(input )?images?\b|image\(s\) may be provided|dimensions exceed|maximum image (size|dimension|count)/,
    notWith: ABOUT_THE_ACCOUNT,
  },
  {
    reason: 'output_ceiling',
    codes: [],
    words:
      /max_tokens: \d+ > \d+|supports at most \d+ (completion|output)|maximum tokens you requested exceeds the model limit|(invalid|valid|range) .{0,20}max_(completion_|output_|new_)?tokens.{0,60}\[\d+|max_?(output|completion|new)?_?tokens.{0,80}(less than or equal to|<=|cannot (be greater than|exceed)|must not exceed|exceeds the (maximum|limit)|supported range|maximum value|at most \d)/,
    notWith: ABOUT_THE_ACCOUNT,
  },
  {
    reason: 'size',
    codes: ['request_too_large', 'payload_too_large', 'request_entity_too_large', 'content_too_large'],
    words:
      /payload size exceeds|(payload|body|entity|content) too large|exceeds the maximum (allowed )?(number of bytes|size)/,
    notWith: ABOUT_THE_ACCOUNT,
  },
  {
    reason: 'context_length',
    codes: [
      'context_length_exceeded',
      'context_window_exceeded',
      'exceed_context_size_error',
      'model_context_window_exceeded',
      'string_above_max_length',
      'prompt_too_long',
      'input_too_long',
      'contextwindowexceedederror',
      '3051',
      '1261',
    ],
    words:
      /prompt (is )?too long|\b(input|inputs|prompt|request|conversation|messages?|query)\b[^.]{0,40}\btoo (long|large)\b|exceed[^.]{0,80}\b(context|prompt|input|sequence|model)[ _]?(limit|window|length|size|token|len)|\b(context|prompt|input)[ _](window|length|limit|size)[^.]{0,40}exceed|(maximum|max) (context|prompt|input|model|sequence|allowed input) (length|limit|size)|model.{0,12} context length|(longer|greater|larger) than the (models? |maximum |max )?(context|model|input|allowed)|reduce (the length of|the number of tokens|the size of|your|the) (the )?(messages?|prompt|inputs?|request|message size)|input tokens? [^.]{0,60}exceed|token count[^.]{0,60}(exceeds?|but model only)|too many (input |prompt |total )?tokens|(model )?token limit[:]? exceeded|exceeded model token limit|range of input length|configured context size|loaded with context length|prompt exceeds|expected a string with maximum length|inputs? tokens \+ max_new_tokens|context shift is disabled|context (size|length|window) (has been |is |was )?exceeded|tokens, too large for|\d+ tokens > \d+/,
    notWith: ABOUT_THE_ACCOUNT,
  },
  {
    reason: 'model',
    codes: ['model_not_found', 'deploymentnotfound', 'model_not_available', 'invalid_model', '1500'],
    words:
      /model identifier is invalid|with on-demand throughput|not a valid model|model[^.]{0,120}(does not exist|not found|not exist)|models\/\S{1,200} is not found|deployment[^.]{0,60}does not exist|(unknown|invalid) model\b/,
    notWith: [401, 402, 403, 429],
  },
  {
    reason: 'overloaded',
    codes: [
      'overloaded_error',
      'engine_overloaded_error',
      'server_overloaded',
      'server_is_overloaded',
      'serviceunavailableexception',
      'unavailable',
      'unavailable_error',
      'slow_down',
      'service_unavailable',
      'capacity_exceeded',
    ],
    words:
      /overloaded|server busy|server is busy|at capacity|capacity exceeded|maximum pending requests|no (healthy|available) (upstream|backend|server|instance)|loading model|temporarily unavailable/,
    notWith: [400, 401, 402, 403, 404, 413, 422, 429],
  },
  {
    reason: 'parameter',
    codes: [
      'unsupported_parameter',
      'unsupported_value',
      'unknown_parameter',
      'extra_forbidden',
      'invalid_parameter',
    ],
    words:
      /unsupported|not supported|(does ?n[o]?t|do not) support|unrecognized|unknown (name|field|parameter|argument|key)|extra (inputs|fields|properties)|not permitted|not allowed|unexpected (field|property|keyword|argument|parameter)|additional propert|cannot (both )?be specified|cannot find field|is deprecated|no longer supported|use max_completion_tokens|incompatible request argument|penalty is not enabled/,
    notWith: ABOUT_THE_ACCOUNT,
  },
];
