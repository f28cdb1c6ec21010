import type { ErrorRows } from './entry.ts';

/** Refusals particular to chat completions and the model catalog (inference contract §3.2 and §7.3). */
export const MODEL_ERRORS = {
  messages_required: {
    status: 400,
    when: '`messages` is missing, is not an array, or is empty.',
    message:
      'The field messages must be an array with at least one message. Add the conversation and send the request again.',
  },
  too_many_messages: {
    status: 413,
    when: 'The conversation has more messages or turns than the limit.',
    message: 'The conversation has too many messages. Shorten it to at most max_messages.',
    extra: ['max_messages'],
  },
  context_length_exceeded: {
    status: 400,
    when: 'The prompt and `max_tokens` together do not fit the context window.',
    message:
      "The prompt and the requested reply do not fit the model's context window. Shorten the prompt or lower max_tokens.",
  },
  model_unavailable: {
    status: 400,
    when: 'The organization keeps no data and the model needs standard retention (provisional).',
    message:
      'This model cannot be used with zero data retention. Choose a model that lists zero_data_retention.',
  },
  model_not_in_plan: {
    status: 403,
    when: 'The model exists but the plan does not include it (pending change of chat completions).',
    message: 'Your plan does not include this model. Choose an available model or upgrade the plan.',
    extra: ['upgrade_url'],
  },
  model_not_found: {
    status: 404,
    when: 'The models list of this credential has no such id; names are exact and case-sensitive.',
    message:
      'No model with this name is available to you. Use an id from GET /v1/models, exactly as written there.',
  },
  zero_retention_unavailable: {
    status: 403,
    when: 'Zero data retention is required and no model can honor it (provisional).',
    message:
      'No model can serve this request with zero data retention. Ask an owner to review the retention setting.',
  },
  invalid_surface: {
    status: 400,
    when: 'The `surface` query value of the models list is unknown.',
    message: 'The surface is unknown. Use api, cli, terminal or desktop.',
  },
  invalid_capability: {
    status: 400,
    when: 'A `capability` query value of the models list is unknown.',
    message: 'The capability is unknown. Use one of the boolean names in the capabilities of a model object.',
  },
  output_schema_violation: {
    status: 422,
    when: 'With a strict schema, the model produced output that does not match it. The reply is billed.',
    message:
      'The model could not produce output that matches the strict schema. Simplify the schema or retry without strict.',
  },
  prompt_too_large: {
    status: 413,
    when: 'Desktop: the conversation is too long for the Free plan.',
    message: 'The conversation is too long for the Free plan. Start a new conversation or upgrade the plan.',
    extra: ['action_url'],
  },
} as const satisfies ErrorRows;
