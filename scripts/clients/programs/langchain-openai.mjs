import { ChatOpenAI } from '@langchain/openai';
import { runTurn } from './langchain-turns.mjs';

const { SVC_BASE_URL: baseURL, SVC_KEY: apiKey } = process.env;
const model = new ChatOpenAI({ model: 'svc-standard', apiKey, configuration: { baseURL } });
console.log(await runTurn(process.argv[2], model));
