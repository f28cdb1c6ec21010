import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const { SVC_BASE_URL: url, SVC_KEY: apiKey } = process.env;
const weather = createTool({
  id: 'weather',
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ context }) => `Sun in ${context.city}`,
});
const agent = new Agent({
  name: 'guide',
  instructions: 'Answer shortly.',
  model: { id: 'svc/svc-standard', url, apiKey },
  tools: process.argv[2] === 'tools' ? { weather } : {},
});
const question = 'What is the capital of Norway?';

const turns = {
  async stream() {
    const { textStream, text } = await agent.stream(question);
    for await (const _ of textStream);
    return text;
  },

  async tools() {
    return (await agent.generate(question, { maxSteps: 5 })).text;
  },

  async json() {
    const schema = z.object({ city: z.string() });
    return (await agent.generate(question, { structuredOutput: { schema } })).object.city;
  },
};

console.log(await turns[process.argv[2]]());
