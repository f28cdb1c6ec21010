import Instructor from '@instructor-ai/instructor';
import OpenAI from 'openai';
import { z } from 'zod';

const openai = new OpenAI({ baseURL: process.env.SVC_BASE_URL, apiKey: process.env.SVC_KEY });
const ask = {
  model: 'svc-standard',
  messages: [{ role: 'user', content: 'What is the capital of Norway?' }],
  response_model: { schema: z.object({ city: z.string() }), name: 'Place' },
};

const turns = {
  async stream() {
    const client = Instructor({ client: openai, mode: 'TOOLS' });
    let last;
    for await (const place of await client.chat.completions.create({ ...ask, stream: true })) last = place;
    return z.object({ city: z.string() }).parse(last).city;
  },

  async json() {
    const client = Instructor({ client: openai, mode: 'JSON' });
    return (await client.chat.completions.create(ask)).city;
  },
};

console.log(await turns[process.argv[2]]());
