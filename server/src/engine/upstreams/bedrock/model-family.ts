/** What a model of Bedrock takes in a Converse request. AWS documents it by model and does not say it in its API. */
export interface ModelTraits {
  readonly isAnthropic: boolean;
  /** Cache points after system blocks and content, and after tools. */
  readonly cachesPrompts: boolean;
  readonly cachesTools: boolean;
  /** Images stand inside a tool's result, and a result says that its call failed. */
  readonly takesRichResults: boolean;
  /** `document` blocks. Others get the text of a document. */
  readonly takesDocuments: boolean;
  /** A tool choice that names a tool. */
  readonly forcesTools: boolean;
  /** `outputConfig.textFormat`. */
  readonly takesSchemas: boolean;
  /** Where the number of tokens to choose from stands. */
  readonly topKAs: 'top_k' | 'k' | 'inferenceConfig';
  readonly effort: 'thinking' | 'reasoning_effort' | 'reasoningConfig' | undefined;
}

/** The vendor and the rest of a model id, an inference profile or the ARN of either: `eu.anthropic.claude-…` is Anthropic's. */
const VENDOR =
  /(?:^|[./])(amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral|moonshot|moonshotai|nvidia|openai|qwen|zai)\.(.+)$/;

const CLAUDE_VERSION = /claude-[a-z]+-(\d{1,2})(?!\d)(?:-(\d{1,2})(?!\d))?/;
/** From here on Claude keeps to a schema. */
const MIN_CLAUDE_WITH_SCHEMAS = 4.5;

const WITHOUT_DOCUMENTS = new Set([
  'google',
  'minimax',
  'moonshot',
  'moonshotai',
  'nvidia',
  'openai',
  'qwen',
  'zai',
]);
const WITH_SCHEMAS = new Set([
  'deepseek',
  'google',
  'minimax',
  'moonshot',
  'moonshotai',
  'nvidia',
  'openai',
  'qwen',
]);

export function traitsOf(model: string): ModelTraits {
  const [, vendor = '', name = ''] = VENDOR.exec(model) ?? [];
  const isAnthropic = vendor === 'anthropic';
  const isNova = vendor === 'amazon' && name.startsWith('nova');
  return {
    isAnthropic,
    cachesPrompts: isAnthropic || isNova,
    cachesTools: isAnthropic,
    takesRichResults: isAnthropic || isNova,
    takesDocuments: !WITHOUT_DOCUMENTS.has(vendor),
    forcesTools: isAnthropic || isNova,
    takesSchemas: isAnthropic ? claudeVersion(name) >= MIN_CLAUDE_WITH_SCHEMAS : WITH_SCHEMAS.has(vendor),
    topKAs: isNova ? 'inferenceConfig' : vendor === 'cohere' ? 'k' : 'top_k',
    effort: effortOf(vendor, name),
  };
}

function claudeVersion(name: string): number {
  const [, major = '0', minor = '0'] = CLAUDE_VERSION.exec(name) ?? [];
  return Number(major) + Number(minor) / 10;
}

function effortOf(vendor: string, name: string): ModelTraits['effort'] {
  if (vendor === 'anthropic') return 'thinking';
  if (vendor === 'openai') return 'reasoning_effort';
  return vendor === 'amazon' && name.startsWith('nova-2') ? 'reasoningConfig' : undefined;
}
