import type { ModelCapabilities, ModelConfig } from '#config';
import { toTimestamp } from '#kit';

interface Support {
  readonly supported: boolean;
}

function supports(supported: boolean): Support {
  return { supported };
}

const NONE = supports(false);
const YES = supports(true);

/** What a model can do in requests of this protocol. What is accepted and ignored is not supported (docs/compat.md). */
function toCapabilities(able: ModelCapabilities): object {
  const reasons = supports(able.reasoning);
  const searches = supports(able.server_tools.includes('svc_web_search'));
  return {
    batch: NONE,
    citations: supports(able.citations),
    code_execution: NONE,
    compaction: { ...NONE, summarize: NONE },
    context_management: {
      ...NONE,
      clear_thinking_20251015: NONE,
      clear_tool_uses_20250919: NONE,
      compact_20260112: NONE,
    },
    effort: { ...reasons, low: reasons, medium: reasons, high: reasons, xhigh: NONE, max: NONE },
    image_input: supports(able.vision),
    pdf_input: supports(able.documents),
    server_tools: { ...searches, web_search: searches, code_execution: NONE },
    structured_outputs: supports(able.json_schema),
    thinking: {
      ...reasons,
      types: { adaptive: reasons, enabled: reasons, disabled: YES, between_tools: YES },
    },
  };
}

function lifecycleOf({ deprecation }: ModelConfig, nowMs: number): 'active' | 'deprecated' | 'retired' {
  if (deprecation === null || Date.parse(deprecation.announced_at) > nowMs) return 'active';
  return Date.parse(deprecation.retires_at) > nowMs ? 'deprecated' : 'retired';
}

function toMoment(text: string | undefined): string | null {
  return text === undefined ? null : toTimestamp(Date.parse(text));
}

/** A model under one of its names (COMPA-18). */
export function toAnthropicModel(id: string, model: ModelConfig, nowMs: number): object {
  return {
    type: 'model',
    id,
    display_name: model.id,
    created_at: toTimestamp(model.created * 1000),
    max_input_tokens: model.context_window,
    max_tokens: model.max_output_tokens,
    capabilities: toCapabilities(model.capabilities),
    lifecycle: lifecycleOf(model, nowMs),
    line: null,
    deprecated_at: toMoment(model.deprecation?.announced_at),
    retires_at: toMoment(model.deprecation?.retires_at),
    allowed_fallback_models: null,
  };
}
