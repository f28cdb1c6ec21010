import { GoogleTokens } from '../google-tokens.ts';
import { ANTHROPIC } from './anthropic-facade.ts';
import { BEDROCK_CONVERSE, BEDROCK_INVOKE } from './bedrock-facades.ts';
import type { Facade } from './facade.ts';
import { FacadeServer } from './facade-server.ts';
import { GEMINI, vertexClaudeFacade, vertexFacade } from './google-facades.ts';
import { AZURE_CHAT, AZURE_RESPONSES, OPENAI_RESPONSES } from './openai-facades.ts';

/** Every way that engines of vendors are called in, besides OpenAI's chat completions. */
const FACADES: Readonly<Record<string, (tokens: GoogleTokens) => Facade>> = {
  'openai-responses': () => OPENAI_RESPONSES,
  'azure-openai': () => AZURE_CHAT,
  'azure-responses': () => AZURE_RESPONSES,
  anthropic: () => ANTHROPIC,
  'bedrock-converse': () => BEDROCK_CONVERSE,
  'bedrock-invoke': () => BEDROCK_INVOKE,
  gemini: () => GEMINI,
  vertex: vertexFacade,
  'vertex-claude': vertexClaudeFacade,
};

export const FACADE_NAMES: readonly string[] = Object.keys(FACADES);

/** Starts a vendor's API before the scripted upstream at this URL. */
export async function startFacade(name: string, upstreamUrl: string): Promise<FacadeServer> {
  const make = FACADES[name];
  if (!make) throw new Error(`no engine ${name}: it is one of ${FACADE_NAMES.join(', ')}`);
  const tokens = new GoogleTokens();
  const server = new FacadeServer(make(tokens), upstreamUrl, tokens);
  await server.listen();
  return server;
}

export type { FacadeServer } from './facade-server.ts';
