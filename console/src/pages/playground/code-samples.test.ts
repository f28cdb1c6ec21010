import { describe, expect, it } from 'vitest';
import { FILES_BETA, userMessage } from './attached-file.ts';
import type { PlaygroundRequest } from './call-setup.ts';
import { curlSample, openaiSample, sdkSample } from './code-samples.ts';

const NASTY = `It's "quoted" \\ \${HOME} \`id\` $(id) %s\n!line\t'; rm -rf / #  end\u2028 role: "x"`;
const request: PlaygroundRequest = {
  model: 'Svc Standard',
  messages: [
    { role: 'system', content: NASTY },
    { role: 'user', content: '{\n  "model": "other"\n}' },
  ],
  max_tokens: 7,
};
const streamed = { ...request, stream: true };
const ORIGIN = 'https://svc.example';

/** What a program of JavaScript gives to `create`, with everything else out of its way. */
async function createdBy(sample: string): Promise<unknown[]> {
  const call = sample.slice(
    sample.indexOf('.create(') + '.create('.length,
    sample.lastIndexOf('});\nfor await') + 1,
  );
  const program = `data:text/javascript,${encodeURIComponent(`export default [${call}]`)}`;
  return ((await import(/* @vite-ignore */ program)) as { readonly default: unknown[] }).default;
}

describe('code samples', () => {
  it('D-CONS-5 curl is given exactly the request in one word of the shell, whatever is said in it', () => {
    const [head, quoted = ''] = curlSample(ORIGIN, request).split(` -d '`);
    expect(head).toContain(`curl -N ${ORIGIN}/v1/chat/completions`);
    const parts = quoted.slice(0, -1).split(String.raw`'\''`);
    expect(quoted.at(-1)).toBe("'");
    // Nothing is special to a shell between single quotes but another one.
    expect(parts.join('')).not.toContain("'");
    expect(JSON.parse(parts.join("'"))).toEqual(streamed);
  });

  it.each([openaiSample, sdkSample])(
    'D-CONS-5 a program sends exactly the request, whatever is said in it',
    async (sample) => {
      expect(await createdBy(sample(ORIGIN, request))).toEqual([streamed]);
    },
  );

  it('D-CONS-5 names the additions of chat where a message is about a file', async () => {
    const files = [
      { id: 'file_1', filename: 'a.pdf', purpose: 'document' },
      { id: 'file_2', filename: 'b.png', purpose: 'vision' },
    ] as const;
    const about = { model: 'Svc Standard', messages: [userMessage('What is it?', files)] };
    expect(about.messages[0]?.content).toEqual([
      { type: 'file', file: { file_id: 'file_1' } },
      { type: 'image_file', image_file: { file_id: 'file_2' } },
      { type: 'text', text: 'What is it?' },
    ]);
    expect(curlSample(ORIGIN, about)).toContain(`-H 'svc-beta: ${FILES_BETA}'`);
    expect(curlSample(ORIGIN, request)).not.toContain('svc-beta');
    const sent = { ...about, stream: true };
    expect(await createdBy(openaiSample(ORIGIN, about))).toEqual([
      sent,
      { headers: { 'svc-beta': FILES_BETA } },
    ]);
    expect(await createdBy(sdkSample(ORIGIN, about))).toEqual([sent, { betas: [FILES_BETA] }]);
  });
});
