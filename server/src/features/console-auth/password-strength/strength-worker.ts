import { parentPort } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';
import { estimateGuesses, type GuessEstimate } from './estimate-guesses.ts';

export interface StrengthQuestion {
  readonly id: number;
  readonly password: string;
  /** The person's own words, in small letters. */
  readonly own: ReadonlySet<string>;
}

export interface StrengthAnswer {
  readonly id: number;
  readonly estimate: GuessEstimate;
}

const ranks = new Map(dictionary['passwords-common'].map((word, place) => [word, place + 1]));
const rankOf = (word: string): number | undefined => ranks.get(word);

parentPort!.on('message', ({ id, password, own }: StrengthQuestion) => {
  const answer: StrengthAnswer = { id, estimate: estimateGuesses(password, { own, rankOf }) };
  parentPort!.postMessage(answer);
});
