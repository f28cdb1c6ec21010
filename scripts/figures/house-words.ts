import type { SourceFile } from '../check/source-files.ts';
import { declaredNames, wordsOf, type DeclaredName } from '../syntax/declared-names.ts';
import { type Figure, type Tree } from './figure.ts';

/** Words of this house and phrases of them, each with the field's word in docs/naming.md. */
const HOUSE_WORDS = (
  'tell, tells, telling, told, untold, answer, answers, answered, piece, pieces, seal, seals, sealed, form, forms, ' +
  'draw, draws, drawn, hear, hears, heard, away, gone, anew, obey, obeys, party, parties, patience, foreign, hopeless, ' +
  'sighting, sightings, give back, at once, per turn, this turn, loop turns, decrypt in turns'
).split(', ');

interface Kept {
  readonly reason: string;
  readonly words: readonly string[];
  /** Of the place and the name, `server/src/a.ts:1 name`. */
  readonly where: RegExp;
}

const HTML = ['form', 'forms'];

/** Where a word has the meaning it has everywhere. */
const KEPT: readonly Kept[] = [
  { reason: 'a form of HTML', words: HTML, where: /^console\// },
  {
    reason: 'a body of `multipart/form-data` or `application/x-www-form-urlencoded`',
    words: HTML,
    where:
      /^(sdk|server\/src\/(engine\/upstreams\/(azure\/entra-tokens|bedrock\/credentials)|features\/(files|oauth|plugins|mutations|module)|pipelines\/steps\/body)|server\/(test|test-kit)\/(code-sign-in|description|every-operation|files)|scripts\/(generate\/sdk|prove\/hostile)|contract\/src\/operations\/oauth|conformance\/src\/(calls|people))/,
  },
  { reason: 'the answer section of DNS', words: ['answer', 'answers'], where: /fakes\/dns-packets\.ts/ },
  { reason: 'what a signature looks like', words: HTML, where: /cluster-signature\.ts\S* FORM$/ },
  { reason: 'a file in a crafted PDF', words: HTML, where: /crafted-files\.test\.ts/ },
  {
    reason: 'authenticated encryption at rest',
    words: ['seal', 'seals', 'sealed'],
    where:
      /^server\/(test\/sealing|src\/platform\/operator-commands|src\/(sealing|blobs|store\/write-queue|features\/(batches|compat\/(store|responses\/items)|conversation\/(store|signed)|inference-hook|mail|module\/sealed-table|mutations|oauth|operators|resealing|single-sign-on|tunnels|webhooks)))/,
  },
  { reason: 'a segment of a log that takes no more', words: ['seal'], where: /journal\/segment-writer\.ts/ },
  { reason: 'on a screen or in a diagram', words: ['drawn'], where: /^(console|scripts\/check)\// },
  { reason: 'a public name of the SDK', words: ['answer'], where: / NoAnswerError$/ },
  { reason: 'a public schema of the API', words: ['piece'], where: / ToolCallPiece$/ },
];

function houseWordIn(name: string): string | undefined {
  const text = ` ${wordsOf(name).join(' ')} `;
  return HOUSE_WORDS.find((word) => text.includes(` ${word} `));
}

function isKept(word: string, { name, place }: DeclaredName): boolean {
  return KEPT.some(({ words, where }) => words.includes(word) && where.test(`${place} ${name}`));
}

/** Code that somebody writes: an applied migration keeps its names. */
function isWritten({ path }: SourceFile): boolean {
  return /\.tsx?$/.test(path) && !/\/generated\/|store\/(migrations\/|former-migrations)/.test(path);
}

/** Declared names with a word that only this house uses, docs/naming.md, in tests too. */
export function houseWords({ files }: Tree): Figure[] {
  const places = files
    .filter(isWritten)
    .flatMap(declaredNames)
    .flatMap((declared) => {
      const word = houseWordIn(declared.name);
      return word === undefined || isKept(word, declared) ? [] : [`${declared.place} ${declared.name}`];
    });
  return [{ name: 'names with a word of this house only', value: places.length, places }];
}
