/**
 * What people do with the client, in one program that every platform runs with the installed package. It gives plain data, the same
 * everywhere.
 */
export async function runProgram(sdk, { baseUrl, apiKey, path }) {
  const svc = new sdk.Svc({ baseUrl, apiKey });
  return {
    ...(await callModels(svc, sdk)),
    ...(await moveFiles(svc, path)),
    ...(await meetErrors(svc, sdk)),
    webhook: await verifyDelivery(sdk),
  };
}

const say = (text) => [{ role: 'user', content: `[[sandbox: say=${text}]]` }];

async function callModels(svc, { tool }) {
  const { choices } = await svc.chat.completions.create({ messages: say('whole') });
  const stream = await svc.chat.completions.create({ messages: say('in pieces'), stream: true });
  let streamed = '';
  for await (const piece of stream.text()) streamed += piece;
  const cities = [];
  const weather = tool({
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }) => {
      cities.push(typeof city);
      return 'Sunny';
    },
  });
  const messages = [{ role: 'user', content: '[[sandbox: tool=weather]]' }];
  const run = svc.messages.runTools({ model: 'Svc Standard', max_tokens: 99, messages, tools: [weather] });
  const { stop_reason: stopReason } = await run.final();
  return { whole: choices[0].message.content, streamed, toolRun: [cities, stopReason, run.messages.length] };
}

async function* pieces(...texts) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function untilReady(svc, { id }) {
  for (;;) {
    const file = await svc.files.retrieve(id);
    if (file.status !== 'processing') return file;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function moveFiles(svc, path) {
  let sentBytes = 0;
  const onProgress = (progress) => (sentBytes = progress.sentBytes);
  const blob = new Blob(['from a blob']);
  const uploads = [
    await svc.files.create({ file: blob, filename: 'blob.txt', purpose: 'document' }, { onProgress }),
    await svc.files.create({
      file: pieces('from ', 'a stream'),
      filename: 'stream.txt',
      purpose: 'document',
    }),
  ];
  // Pages have no files of their own.
  if (path) uploads.push(await svc.files.create({ path, purpose: 'document' }));
  const contents = [];
  for (const upload of uploads) {
    await untilReady(svc, upload);
    const reader = (await svc.files.content(upload.id)).body.pipeThrough(new TextDecoderStream()).getReader();
    let content = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      content += value;
    }
    contents.push(content);
  }
  const names = [];
  for await (const { filename } of svc.files.list({ limit: 1 })) names.push(filename);
  for (const { id } of uploads) await svc.files.delete(id);
  return { sentBytes, contents: contents.slice(0, 2), names: names.slice(-2), fromPath: contents[2] };
}

async function meetErrors(svc, { NotFoundError }) {
  const missing = await svc.files.retrieve('file_none').catch((error) => error);
  const giveUp = new AbortController();
  const slow = { messages: [{ role: 'user', content: '[[sandbox: delay=5000]]' }] };
  const answer = svc.chat.completions.create(slow, { signal: giveUp.signal });
  setTimeout(() => giveUp.abort(new Error('enough')), 50);
  const aborted = await answer.catch((error) => error.message);
  const late = await svc.chat.completions.create(slow, { timeoutMs: 50 }).catch((error) => error.name);
  return { missing: [missing instanceof NotFoundError, missing.code], aborted, late };
}

/** A delivery as the service signs it. */
async function verifyDelivery({ webhooks }) {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode('secret'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const body = '{"type":"webhook.test"}';
  const time = Math.floor(Date.now() / 1000);
  const bytes = new Uint8Array(
    await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${time}.${body}`)),
  );
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { type } = await webhooks.verify(body, `t=${time},v1=${hex}`, 'secret');
  const refused = await webhooks.verify(body, `t=${time},v1=${hex}`, 'other').catch((error) => error.failure);
  return [type, refused];
}
