import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { z } from 'zod';

const client = new Anthropic({ baseURL: process.env.SVC_BASE_URL, apiKey: process.env.SVC_KEY });
const ask = {
  model: 'svc-standard',
  max_tokens: 1000,
  messages: [{ role: 'user', content: 'What is the capital of Norway?' }],
};

const turns = {
  stream: () => client.messages.stream(ask).finalText(),

  async tools() {
    const weather = betaTool({
      name: 'weather',
      description: 'The weather in a city.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      run: ({ city }) => `Sun in ${city}`,
    });
    const { content } = await client.beta.messages.toolRunner({ ...ask, tools: [weather] });
    return content.map(({ text }) => text).join('');
  },

  async json() {
    const format = zodOutputFormat(z.object({ city: z.string() }));
    const { parsed_output: place } = await client.messages.parse({ ...ask, output_config: { format } });
    return place.city;
  },
};

console.log(await turns[process.argv[2]]());
