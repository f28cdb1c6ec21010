import { dictionary } from '@zxcvbn-ts/language-common';
import { serveCalls } from '#threads';
import { estimateGuesses, type GuessEstimate } from './estimate-guesses.ts';

export interface StrengthQuestion {
  readonly password: string;
  /** The person's own words, in small letters. */
  readonly own: ReadonlySet<string>;
}

const ranks = new Map(dictionary['passwords-common'].map((word, place) => [word, place + 1]));
const rankOf = (word: string): number | undefined => ranks.get(word);

serveCalls(({ password, own }: StrengthQuestion): GuessEstimate =>
  estimateGuesses(password, { own, rankOf }),
);
