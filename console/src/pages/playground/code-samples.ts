import { FILES_BETA } from './attached-file.ts';
import { needsAdditions, type PlaygroundRequest } from './call-setup.ts';

/** The same streamed call as programs make it. Each reads its key from SVC_KEY and prints the reply. */
export function curlSample(origin: string, request: PlaygroundRequest): string {
  const body = JSON.stringify({ ...request, stream: true }, undefined, 2);
  return [
    `curl -N ${origin}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $SVC_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    ...(needsAdditions(request) ? [`  -H 'svc-beta: ${FILES_BETA}' \\`] : []),
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

export function openaiSample(origin: string, request: PlaygroundRequest): string {
  return `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: process.env.SVC_KEY,
});

const stream = await client.chat.completions.create(${literal(request)}${options(request, `headers: { 'svc-beta': '${FILES_BETA}' }`)});
for await (const { choices } of stream) {
  process.stdout.write(choices[0]?.delta.content ?? '');
}`;
}

export function sdkSample(origin: string, request: PlaygroundRequest): string {
  return `import { Svc } from '@svc/sdk';

const svc = new Svc({
  baseUrl: '${origin}',
  apiKey: process.env.SVC_KEY,
});

const stream = await svc.chat.completions.create(${literal(request)}${options(request, `betas: ['${FILES_BETA}']`)});
for await (const piece of stream.text()) {
  process.stdout.write(piece);
}`;
}

/** The second argument, where additions need one. */
function options(request: PlaygroundRequest, option: string): string {
  return needsAdditions(request) ? `, { ${option} }` : '';
}

/** As JavaScript, where JSON's names of fields need no quotes. */
function literal(request: PlaygroundRequest): string {
  return JSON.stringify({ ...request, stream: true }, undefined, 2).replaceAll(/^(\s*)"(\w+)": /gm, '$1$2: ');
}
