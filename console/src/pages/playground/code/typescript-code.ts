import { API_FORMATS } from '../../../api/api-formats.ts';
import type { ProgramCall } from './program-call.ts';
import { javascriptLiteral } from './literal.ts';

/** For Node; the key is read from SVC_KEY. */
export function typescriptCode(call: ProgramCall): string {
  if (call.format === 'openai') return openaiCode(call);
  return call.format === 'anthropic' ? anthropicCode(call) : svcCode(call);
}

function svcCode({ format, origin, body, beta }: ProgramCall): string {
  const method = format === 'chat' ? 'chat.completions' : 'messages';
  const options = beta === undefined ? '' : `, { betas: ['${beta}'] }`;
  return `import { Svc } from '@svc/sdk';

const svc = new Svc({
  baseUrl: '${origin}',
  apiKey: process.env.SVC_KEY,
});

const stream = await svc.${method}.create(${javascriptLiteral(body)}${options});
for await (const piece of stream.text()) {
  process.stdout.write(piece);
}`;
}

function openaiCode({ origin, body }: ProgramCall): string {
  return `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${origin}${API_FORMATS.openai.basePath}',
  apiKey: process.env.SVC_KEY,
});

const stream = await client.chat.completions.create(${javascriptLiteral(body)});
for await (const { choices } of stream) {
  process.stdout.write(choices[0]?.delta.content ?? '');
}`;
}

function anthropicCode({ origin, body }: ProgramCall): string {
  return `// npm install @anthropic-ai/sdk
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({
  baseURL: '${origin}${API_FORMATS.anthropic.basePath}',
  apiKey: process.env.SVC_KEY,
});

const stream = await client.messages.create(${javascriptLiteral(body)});
for await (const event of stream) {
  if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
    process.stdout.write(event.delta.text);
  }
}`;
}
