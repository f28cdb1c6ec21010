import { OpenAI } from '@llamaindex/openai';
import { agent } from '@llamaindex/workflow';
import { tool } from 'llamaindex';
import { z } from 'zod';

const { SVC_BASE_URL: baseURL, SVC_KEY: apiKey } = process.env;
const llm = new OpenAI({ model: 'svc-standard', apiKey, baseURL });
const prompt = 'What is the capital of Norway?';
const messages = [{ role: 'user', content: prompt }];

const turns = {
  async stream() {
    let text = '';
    for await (const chunk of await llm.chat({ messages, stream: true })) text += chunk.delta;
    return text;
  },

  async tools() {
    const weather = tool({
      name: 'weather',
      description: 'The weather in a city.',
      parameters: z.object({ city: z.string() }),
      execute: ({ city }) => `Sun in ${city}`,
    });
    return (await agent({ llm, tools: [weather] }).run(prompt)).data.result;
  },

  async json() {
    const { message } = await llm.chat({ messages, responseFormat: z.object({ city: z.string() }) });
    return JSON.parse(message.content).city;
  },
};

console.log(await turns[process.argv[2]]());
