import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';

const client = new OpenAI({ baseURL: process.env.SVC_BASE_URL, apiKey: process.env.SVC_KEY });
const ask = {
  model: 'svc-standard',
  messages: [{ role: 'user', content: 'What is the capital of Norway?' }],
};

const turns = {
  stream: () => client.chat.completions.stream(ask).finalContent(),

  tools() {
    const weather = {
      name: 'weather',
      description: 'The weather in a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      parse: JSON.parse,
      function: ({ city }) => `Sun in ${city}`,
    };
    const tools = [{ type: 'function', function: weather }];
    return client.chat.completions.runTools({ ...ask, tools }).finalContent();
  },

  async json() {
    const format = zodResponseFormat(z.object({ city: z.string() }), 'place');
    const { choices } = await client.chat.completions.parse({ ...ask, response_format: format });
    return choices[0].message.parsed.city;
  },
};

console.log(await turns[process.argv[2]]());
