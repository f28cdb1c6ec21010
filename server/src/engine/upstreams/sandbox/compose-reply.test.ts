import { expect, it } from 'vitest';
import { newWebSource } from '../../citations/cite-documents.ts';
import { requestOf } from '../../test-support/requests.ts';
import { composeReply } from './compose-reply.ts';

it('D-42 the sandbox quotes the first passage of each citable text with its mark', () => {
  const sentence = 'A fjord is a long and narrow arm of the sea between steep cliffs.';
  const blank = newWebSource('', null, ' ');
  const titled = newWebSource('https://a.example/', 'Fjords', `${sentence} More of it.`);
  const untitled = newWebSource('https://b.example/', null, 'Short.');
  const { text } = composeReply(requestOf({ sources: [blank, titled, untitled] }));
  expect(text.map((word) => word.text).join('')).toContain(
    `Fjords begins: “${sentence}”[[c1.0]] https://b.example/ begins: “Short.”[[c2.0]] To put`,
  );
});
