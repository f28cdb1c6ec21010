import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openaiEngine,
  startScriptedUpstream,
  textReply,
  MAIN_KEY,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { API_FORMATS } from './api-formats/api-formats.ts';
import { serveEngine } from './api-formats/serve-engine.ts';

const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9', 'hex');
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c6300010000050001',
  'hex',
);

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  upstream.script(textReply('A dot.'));
  service = await serveEngine(openaiEngine(upstream.baseUrl));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

/** The same body with the image under another type. */
function declaredAs(body: object, type: string, bytes: Buffer): object {
  const json = JSON.stringify(body)
    .replaceAll('image/png', type)
    .replaceAll('IMAGE', bytes.toString('base64'));
  return JSON.parse(json) as object;
}

describe.each(Object.entries(API_FORMATS).filter(([, { carries }]) => carries.images))(
  'an image through %s',
  (_name, format) => {
    const ask = async (type: string, bytes: Buffer): Promise<number> => {
      const body = declaredAs(format.ask({ text: 'What is it?', image: 'IMAGE' }), type, bytes);
      const response = await service.post(format.path, MAIN_KEY, body, format.headers);
      await response.text();
      return response.status;
    };

    it.each([
      ['image/jpeg', JPEG],
      ['image/jpg', JPEG],
      ['Image/JPG', JPEG],
      ['image/pjpeg', JPEG],
      ['image/png', PNG],
      ['image/x-png', PNG],
    ])('is taken as %s and sent under its registered type', async (type, bytes) => {
      expect(await ask(type, bytes)).toBe(200);
      const registered = bytes === JPEG ? 'image/jpeg' : 'image/png';
      expect(upstream.requests.at(-1)!.text).toContain(`data:${registered};base64,`);
    });

    it.each([
      ['image/jpg', PNG],
      ['image/x-png', JPEG],
      ['image/bmp', PNG],
    ])('is refused as %s with other bytes', async (type, bytes) => {
      expect(await ask(type, bytes)).toBe(400);
    });
  },
);
