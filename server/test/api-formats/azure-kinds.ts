import { ENGINE_KINDS, type EngineKind } from './engine-kinds.ts';

function onAzure(kind: EngineKind | undefined, api: 'chat' | 'responses'): EngineKind {
  if (!kind) throw new Error(`no engine speaks ${api}`);
  const engine = (baseUrl: string): object => ({
    type: 'azure-openai',
    base_url: new URL(baseUrl).origin,
    api_key: 'k',
    api,
    timeouts: { first_output_s: 2, silence_s: 2, total_s: 20 },
  });
  return { ...kind, engine, model: 'my-deployment' };
}

/** Azure OpenAI by both of its APIs: OpenAI's forms at its own addresses. */
export const AZURE_KINDS: Readonly<Record<string, EngineKind>> = {
  'azure-openai': onAzure(ENGINE_KINDS['openai'], 'chat'),
  'azure-responses': onAzure(ENGINE_KINDS['responses'], 'responses'),
};
