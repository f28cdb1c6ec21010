import { GoogleGenAI } from '@google/genai';
import { GOOGLE_API_KEY } from '../../google-double.ts';
import { vertexToken } from './anthropic-client.ts';
import type { FacadeServer } from '../facade-server.ts';
import { QUESTION, SCHEMA, SYSTEM, TOOL, type Read } from './question.ts';

export async function askGoogle(server: FacadeServer, client: GoogleGenAI, stream: boolean): Promise<Read> {
  const request = {
    model: server.modelName('m'),
    contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
    config: {
      systemInstruction: { parts: [{ text: SYSTEM }] },
      tools: [
        {
          functionDeclarations: [
            { name: TOOL.name, description: TOOL.description, parametersJsonSchema: SCHEMA },
          ],
        },
      ],
    },
  };
  const replies = stream
    ? await Array.fromAsync(await client.models.generateContentStream(request))
    : [await client.models.generateContent(request)];
  const parts = replies.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const call = parts.find(({ functionCall }) => functionCall)?.functionCall;
  const usage = replies.at(-1)?.usageMetadata;
  return {
    text: parts.map(({ text }) => text ?? '').join(''),
    call: call && { name: call.name, input: call.args },
    counts: [usage?.promptTokenCount, usage?.cachedContentTokenCount, usage?.candidatesTokenCount],
  };
}

export const gemini = (server: FacadeServer): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: GOOGLE_API_KEY,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl: server.baseUrl },
  });

export async function vertex(server: FacadeServer): Promise<GoogleGenAI> {
  const token = await vertexToken(server);
  return new GoogleGenAI({
    vertexai: true,
    project: 'acme',
    location: 'europe-west4',
    apiVersion: 'v1',
    httpOptions: { baseUrl: server.baseUrl, headers: { authorization: `Bearer ${token}` } },
    googleAuthOptions: { authClient: { getRequestHeaders: () => Promise.resolve(new Headers()) } as never },
  });
}
