import { describe, expect, it } from 'vitest';
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
async function createdBy(sample: string): Promise<unknown> {
  const call = sample.slice(
    sample.indexOf('.create(') + '.create('.length,
    sample.lastIndexOf('});\nfor await') + 1,
  );
  const program = `data:text/javascript,${encodeURIComponent(`export default ${call}`)}`;
  return ((await import(/* @vite-ignore */ program)) as { readonly default: unknown }).default;
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
      expect(await createdBy(sample(ORIGIN, request))).toEqual(streamed);
    },
  );
});
