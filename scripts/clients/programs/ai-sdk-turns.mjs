import { generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';

const prompt = 'What is the capital of Norway?';
const weather = tool({
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `Sun in ${city}`,
});

const turns = {
  async stream(model) {
    let text = '';
    for await (const part of streamText({ model, prompt }).fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') text += part.text;
    }
    return text;
  },

  async tools(model) {
    return (await generateText({ model, prompt, tools: { weather }, stopWhen: stepCountIs(5) })).text;
  },

  async json(model) {
    const output = Output.object({ schema: z.object({ city: z.string() }) });
    return (await generateText({ model, prompt, output })).output.city;
  },
};

/** What the model said in the end. */
export const runTurn = (turn, model) => turns[turn](model);
