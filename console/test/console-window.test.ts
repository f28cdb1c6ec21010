import { expect, it } from 'vitest';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

let open: OpenWindow;
withConsole(ACME, (_, openWindow) => void (open = openWindow));

it.each([
  ['its routes end', (window: ConsoleWindow) => window.unroute()],
  ['it is closed', (window: ConsoleWindow) => window.close()],
])('a window lets a handler that is still at work fail unnoticed when %s', async (_, end) => {
  const window = await open();
  const reached = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<unknown>();
  await window.page.route('**/console/', async (route) => {
    reached.resolve();
    await mayAnswer.promise;
    try {
      await route.fulfill({ response: await route.fetch() });
    } catch (error) {
      failed.resolve(error);
      throw error;
    }
  });
  void window.load('/').catch(() => undefined);
  await reached.promise;
  await end(window);
  mayAnswer.resolve();
  expect(String(await failed.promise)).toMatch(/already handled|closed/);
});
