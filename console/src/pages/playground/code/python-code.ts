import { API_FORMATS } from '../../../api/api-formats.ts';
import { pythonArguments, pythonLiteral } from './literal.ts';
import type { ProgramCall } from './program-call.ts';

/** For Python; the key is read from SVC_KEY. Formats of a vendor take its package, ours need none. */
export function pythonCode(call: ProgramCall): string {
  if (call.format === 'openai') return openaiCode(call);
  return call.format === 'anthropic' ? anthropicCode(call) : standardCode(call);
}

const PRINT_MESSAGES = `            delta = event.get("delta", {})
            if delta.get("type") == "text_delta":
                print(delta["text"], end="", flush=True)`;
const PRINT_CHAT = `            for choice in event.get("choices", []):
                print(choice["delta"].get("content") or "", end="", flush=True)`;

function standardCode({ format, origin, body, beta }: ProgramCall): string {
  const betaHeader = beta === undefined ? '' : `        "svc-beta": ${JSON.stringify(beta)},\n`;
  return `import json
import os
import urllib.request

body = ${pythonLiteral(body)}
request = urllib.request.Request(
    ${JSON.stringify(origin + API_FORMATS[format].path)},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["SVC_KEY"],
        "Content-Type": "application/json",
${betaHeader}    },
)
with urllib.request.urlopen(request) as response:
    for line in response:
        if line.startswith(b"data: {"):
            event = json.loads(line[len(b"data: ") :])
${format === 'chat' ? PRINT_CHAT : PRINT_MESSAGES}`;
}

function openaiCode({ origin, body }: ProgramCall): string {
  return `# pip install openai
import os

from openai import OpenAI

client = OpenAI(
    base_url=${JSON.stringify(origin + API_FORMATS.openai.basePath)},
    api_key=os.environ["SVC_KEY"],
)
stream = client.chat.completions.create(${pythonArguments(body)})
for chunk in stream:
    for choice in chunk.choices:
        print(choice.delta.content or "", end="", flush=True)`;
}

function anthropicCode({ origin, body }: ProgramCall): string {
  return `# pip install anthropic
import os

from anthropic import Anthropic

client = Anthropic(
    base_url=${JSON.stringify(origin + API_FORMATS.anthropic.basePath)},
    api_key=os.environ["SVC_KEY"],
)
stream = client.messages.create(${pythonArguments(body)})
for event in stream:
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        print(event.delta.text, end="", flush=True)`;
}
