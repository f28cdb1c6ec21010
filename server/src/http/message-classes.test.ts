import type { ServerResponse } from 'node:http';
import { WholeRequest, WholeResponse } from '#exchange';
import type { Log } from '#kit';
import { expect, it } from 'vitest';
import { messageClasses } from './message-classes.ts';

function recordingLog() {
  const lines: string[] = [];
  const log = { warn: (_fields: object, line: string) => void lines.push(line) } as unknown as Log;
  return { lines, log };
}

it('gives the classes for whole bodies where they answer as those of Node, and says nothing', async () => {
  const { log, lines } = recordingLog();
  expect(await messageClasses(log)).toEqual({ IncomingMessage: WholeRequest, ServerResponse: WholeResponse });
  expect(lines).toEqual([]);
});

it.each([
  [
    'answer otherwise',
    class extends WholeResponse {
      override sendWhole(): boolean {
        super.sendWhole('X-More: 1\r\n', [], '', 'latin1');
        return true;
      }
    },
  ],
  [
    'never answer',
    class extends WholeResponse {
      override sendWhole(): boolean {
        return true;
      }
    },
  ],
])('gives the classes of Node where the others %s, and logs a warning', async (_name, Response) => {
  const { log, lines } = recordingLog();
  const classes = { IncomingMessage: WholeRequest, ServerResponse: Response as typeof ServerResponse };
  expect(await messageClasses(log, classes, 500)).toEqual({});
  expect(lines.join('')).toContain('optimized HTTP classes disabled');
});
