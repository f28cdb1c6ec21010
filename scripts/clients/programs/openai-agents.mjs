import { Agent, run, setTracingDisabled, tool } from '@openai/agents';
import { z } from 'zod';

process.env.OPENAI_BASE_URL = process.env.SVC_BASE_URL;
process.env.OPENAI_API_KEY = process.env.SVC_KEY;
setTracingDisabled(true);
const question = 'What is the capital of Norway?';
const agent = new Agent({ name: 'Guide', instructions: 'Answer shortly.', model: 'svc-standard' });

const turns = {
  async stream() {
    const result = await run(agent, question, { stream: true });
    let text = '';
    for await (const piece of result.toTextStream()) text += piece;
    await result.completed;
    return text;
  },

  async tools() {
    const weather = tool({
      name: 'weather',
      description: 'The weather in a city.',
      parameters: z.object({ city: z.string() }),
      execute: ({ city }) => `Sun in ${city}`,
    });
    return (await run(agent.clone({ tools: [weather] }), question)).finalOutput;
  },

  async json() {
    const place = agent.clone({ outputType: z.object({ city: z.string() }) });
    return (await run(place, question)).finalOutput.city;
  },
};

console.log(await turns[process.argv[2]]());
