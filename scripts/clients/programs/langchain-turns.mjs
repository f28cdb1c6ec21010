import { tool } from '@langchain/core/tools';
import { z } from 'zod';

const question = { role: 'user', content: 'What is the capital of Norway?' };
const weather = tool(({ city }) => `Sun in ${city}`, {
  name: 'weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string() }),
});

const turns = {
  async stream(model) {
    let text = '';
    for await (const chunk of await model.stream([question])) text += chunk.text;
    return text;
  },

  async tools(model) {
    const messages = [question];
    for (;;) {
      const reply = await model.bindTools([weather]).invoke(messages);
      if (reply.tool_calls.length === 0) return reply.text;
      messages.push(reply);
      for (const call of reply.tool_calls) messages.push(await weather.invoke(call));
    }
  },

  async json(model) {
    const place = z.object({ city: z.string() });
    return (await model.withStructuredOutput(place, { name: 'place' }).invoke([question])).city;
  },
};

/** What the model said in the end. */
export const runTurn = (turn, model) => turns[turn](model);
